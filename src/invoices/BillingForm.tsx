import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import {
  type BillingFields,
  type BillingTextField,
  isOutOfStateGstin,
  stateOfGstin,
} from '../../domain/invoices/billing.ts';
import { GST_STATES, stateCodes } from '../../domain/invoices/gstStates.ts';
import { SubmitButton } from '../ui/form/SubmitButton.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { billingOfEntry, entryOfBilling } from '../../machines/invoices/billing.ts';
import { lazyFlows } from '../../machines/registry.ts';
import { useFlow } from '../app/system/flows.ts';
import { useResource } from '../app/system/resource.ts';
import { VisuallyHidden } from '../ui/theme/VisuallyHidden.tsx';
import { useWhileShown } from '../app/system/useWhileShown.ts';

const fieldGap = { display: 'grid', gap: 2 } as const;

export function BillingForm() {
  const { data, failure, state, refresh } = useResource(useFlow('billing', lazyFlows.billing));
  return (
    <Box sx={fieldGap} data-flow="billing" data-state={state} aria-busy={data === null && state !== 'failed'}>
      {data !== null && <EditBilling stored={data} />}
      {data === null && state !== 'failed' && <BillingLoading />}
      {data === null && state === 'failed' && (
        <Alert
          severity="error"
          role="alert"
          action={
            <Button color="inherit" size="small" variant="text" onClick={refresh}>
              Try again
            </Button>
          }
        >
          {failure?.message || 'Your invoice details could not be loaded.'}
        </Alert>
      )}
    </Box>
  );
}

const BillingLoading = () => <Typography role="status">Loading your invoice details…</Typography>;

/** The flow has the details while the form is shown, and drops them when the visitor leaves it. */
function EditBilling({ stored }: { stored: BillingFields }) {
  const flow = useFlow('saveBilling', lazyFlows.billing);
  const { state, isBusy, errors, failure, kept, formRef, submit, bindKept, filledHandlers } = useForm(flow);
  const statusId = useId();
  // Details that are loaded again do not replace those in the form.
  useWhileShown(flow, { shown: { type: 'form.opened', kept: entryOfBilling(stored) } });

  if (state === 'closed') return <BillingLoading />;

  const fields = billingOfEntry(kept);
  const bind = (name: BillingTextField, hint?: string) => ({
    ...bindKept(name),
    helperText: errors[name] ?? hint,
  });
  const changeSez = (isSez: boolean) => {
    flow.send({ type: 'form.changed', field: 'isSez', value: isSez ? 'on' : '' });
    // Only such a buyer needs a GSTIN.
    flow.send({ type: 'form.changed', field: 'gstin' });
  };
  const input = { readOnly: isBusy };

  return (
    <Box
      component="form"
      sx={fieldGap}
      ref={formRef}
      method="post"
      noValidate
      aria-busy={isBusy}
      data-flow="saveBilling"
      data-state={state}
      {...filledHandlers}
      onSubmit={submit}
    >
      <TextField
        label="Name on the invoice"
        autoComplete="organization"
        slotProps={{ input }}
        {...bind(
          'companyName',
          'The registered name of your company, or your own name as the invoice is to show it',
        )}
      />
      <TextField
        label="GSTIN (optional)"
        slotProps={{
          input,
          htmlInput: { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false },
        }}
        {...bind('gstin', '15 letters and digits, such as 33ABCDE1234F1Z5')}
      />
      <FormControlLabel
        control={
          <Checkbox
            name="isSez"
            checked={fields.isSez}
            // Not disabled: a disabled control loses the focus. The machine ignores a change while it saves.
            onChange={(_event, isSez) => changeSez(isSez)}
          />
        }
        label="The buyer is a unit or developer in a special economic zone (SEZ)"
      />
      <TextField
        label="Address"
        multiline
        minRows={2}
        maxRows={6}
        autoComplete="street-address"
        slotProps={{ input }}
        {...bind('address', 'Required with a GSTIN')}
      />
      <TextField
        select
        label="State"
        slotProps={{
          input: { readOnly: isBusy || stateOfGstin(fields.gstin) !== null },
          select: { displayEmpty: true },
        }}
        {...bind('state', stateOfGstin(fields.gstin) === null ? undefined : 'From the GSTIN')}
      >
        <MenuItem value="">Not specified</MenuItem>
        {stateCodes.map((code) => (
          <MenuItem key={code} value={code}>
            {GST_STATES[code]}
          </MenuItem>
        ))}
      </TextField>
      <Box id={statusId} role="status" sx={{ display: 'grid', gap: 1.5 }}>
        {isOutOfStateGstin(fields) && (
          <Alert severity="info" role="none">
            The rooms are in Tamil Nadu, so the invoice shows CGST and Tamil Nadu SGST. A business that is
            registered in another state cannot claim them as input tax credit.
          </Alert>
        )}
        {fields.isSez && (
          <Alert severity="info" role="none">
            The invoice shows 18% IGST instead of SGST and CGST, as for every supply to a special economic
            zone. The total is the same.
          </Alert>
        )}
        {failure && (
          <Alert severity="error" role="none">
            {`${failure.message || 'Something went wrong on our side.'} Nothing was saved. Your entries are still here.`}
          </Alert>
        )}
        {state === 'done' && (
          <Alert severity="success" role="none">
            Saved. These details will appear on invoices for the bookings you pay for from now on.
          </Alert>
        )}
        {state === 'sending' && <VisuallyHidden>Saving…</VisuallyHidden>}
      </Box>
      <SubmitButton variant="outlined" isBusy={isBusy} aria-describedby={statusId}>
        Save invoice details
      </SubmitButton>
    </Box>
  );
}
