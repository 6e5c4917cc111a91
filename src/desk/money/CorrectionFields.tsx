import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { GST_STATES, stateCodes } from '../../../domain/invoices/gstStates.ts';
import { longDate } from '../../../domain/time/calendar.ts';
import type { CorrectableInvoice } from '../../../machines/desk/plan/dayPlan.ts';
import type { BoundForm } from '../../ui/form/useForm.ts';
import { Note } from '../ui/contentParts.ts';

interface Props {
  /** The flow `correctInvoice`. */
  readonly form: BoundForm;
  readonly invoice: CorrectableInvoice;
  readonly buyer: 'customer' | 'company';
}

/** The right details of an invoice's buyer, and the reason. */
export function CorrectionFields({ form: { bind, isBusy }, invoice, buyer }: Props) {
  const { helperText: gstinError, ...gstin } = bind('gstin');
  return (
    <>
      <Note>
        {`A credit note takes back ${invoice.number}, and a new invoice replaces it. Both are sent by email if the ${buyer} has an address. The law allows it until ${longDate(invoice.lastDay)}, unless the annual return has been filed.`}
      </Note>
      {buyer === 'company' && (
        <Note>The next invoices show the details of the company: change these too if they are wrong.</Note>
      )}
      <TextField
        label="Name on the invoice"
        required
        defaultValue={invoice.companyName}
        {...bind('companyName')}
      />
      <TextField
        label="GSTIN"
        defaultValue={invoice.gstin}
        slotProps={{ htmlInput: { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false } }}
        {...gstin}
        helperText={gstinError ?? '15 letters and digits, or nothing'}
      />
      <TextField label="Address" multiline defaultValue={invoice.address} {...bind('address')} />
      <TextField
        select
        label="State, without a GSTIN"
        defaultValue={invoice.state}
        disabled={isBusy}
        {...bind('state')}
      >
        <MenuItem value="">Not known</MenuItem>
        {stateCodes.map((code) => (
          <MenuItem key={code} value={code}>
            {GST_STATES[code]}
          </MenuItem>
        ))}
      </TextField>
      <FormControlLabel
        control={<Checkbox name="sez" value="true" defaultChecked={invoice.sez} />}
        label="The buyer is a unit or developer in a special economic zone (SEZ)"
      />
      <TextField label="Reason" required {...bind('reason')} />
    </>
  );
}
