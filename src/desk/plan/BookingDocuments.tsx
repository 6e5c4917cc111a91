import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import type {
  CorrectableInvoice,
  DeskBooking,
  DeskTaxDocument,
} from '../../../machines/desk/plan/dayPlan.ts';
import { GST_STATES, stateCodes } from '../../../domain/invoices/gstStates.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { longDate } from '../../../domain/time/calendar.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { useFocusOnChange } from '../../ui/fields/useFocusOnChange.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { DeskForm } from '../ui/DeskForm.tsx';
import { TaxDocumentButtons } from '../ui/TaxDocumentButtons.tsx';
import { Fact, FactName, Facts, Note } from '../ui/contentParts.ts';

const kindName = ({ kind, replaced }: DeskTaxDocument): string => {
  if (kind === 'credit-note') return 'Credit note';
  return replaced ? 'Replaced invoice' : 'Invoice';
};

/** The invoices and credit notes of a booking. Everybody prints them; a manager corrects the buyer of an invoice. */
export function BookingDocuments({ documents }: Pick<DeskBooking, 'documents'>) {
  const file = useForm(useDeskFlow('taxDocumentFile'));
  const correct = useForm(useDeskFlow('correctInvoice'));
  const ref = useFocusOnChange(correct.isOpen);
  if (documents.length === 0) return null;
  return (
    <Stack sx={{ gap: 1 }} ref={ref}>
      <Typography variant="h5" component="h3">
        Invoices
      </Typography>
      <FailureAlert failure={file.failure} />
      <Facts>
        {documents.map((document) => {
          const { id, number, date, amount, correction } = document;
          return (
            <Fragment key={id}>
              <FactName>{kindName(document)}</FactName>
              <Fact>
                <div>{number}</div>
                <div>{`${longDate(date)}, ${rupees(amount, 'always')}`}</div>
                {/* The text of the buttons is below that of the document. */}
                <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, marginInlineStart: -1.75 }}>
                  <TaxDocumentButtons id={id} number={number} file={file} />
                  {correction !== null && !correct.isOpen && (
                    <Button
                      size="small"
                      variant="text"
                      aria-label={`Correct ${number}`}
                      onClick={() => correct.open({ id, number, ...correction })}
                    >
                      Correct
                    </Button>
                  )}
                </Box>
              </Fact>
            </Fragment>
          );
        })}
      </Facts>
      {correct.isOpen && correct.record && <CorrectionForm form={correct} invoice={correct.record} />}
    </Stack>
  );
}

function CorrectionForm({ form, invoice }: { form: BoundForm; invoice: CorrectableInvoice }) {
  const { bind, isBusy } = form;
  const { helperText: gstinError, ...gstin } = bind('gstin');
  return (
    <DeskForm
      form={form}
      hiddenFields={{ invoiceId: invoice.id }}
      submitLabel="Issue the corrected invoice"
      cancel={{ label: 'Do not correct', onClick: form.dismiss }}
    >
      <Note>
        {`A credit note takes back ${invoice.number}, and a new invoice replaces it. The customer gets both by email. The law allows it until ${longDate(invoice.lastDay)}, unless the annual return has been filed.`}
      </Note>
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
    </DeskForm>
  );
}
