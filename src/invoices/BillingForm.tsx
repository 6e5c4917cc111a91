import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useSelector } from '../app/system/useSelector.ts';
import { useEffect, useId, useRef } from 'react';
import { type BillingTextField, isOutOfStateGstin, stateOfGstin } from '../../domain/money/billing.ts';
import { GST_STATES, stateCodes } from '../../domain/money/gstStates.ts';
import { SubmitButton } from '../ui/form/SubmitButton.tsx';
import { readFilled } from '../ui/fields/filledFields.ts';
import { focusField } from '../ui/fields/focusField.ts';
import { lazyFlows } from '../../machines/registry.ts';
import { useFlow } from '../app/system/flows.ts';
import { statePath } from '../app/system/statePath.ts';
import { VisuallyHidden } from '../ui/theme/VisuallyHidden.tsx';

const Wrapper = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  '& form': { display: 'grid', gap: theme.spacing(2) },
  '& .said': { display: 'grid', gap: theme.spacing(1.5) },
}));

/** The company's details for invoices. The flow loads them on mount and drops them on unmount. */
export function BillingForm() {
  const billing = useFlow('billing', lazyFlows.billing);
  const state = useSelector(billing, ({ value }) => statePath(value));
  const fields = useSelector(billing, ({ context }) => context.fields);
  const errors = useSelector(billing, ({ context }) => context.errors);
  const failure = useSelector(billing, ({ context }) => context.failure);
  const isBusy = useSelector(billing, (snapshot) => snapshot.hasTag('busy'));
  const isEditable = useSelector(billing, (snapshot) => snapshot.hasTag('editable'));
  const statusId = useId();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    billing.send({ type: 'billing.opened' });
    return () => billing.send({ type: 'billing.closed' });
  }, [billing]);
  useEffect(() => {
    const subscription = billing.on('entryRejected', ({ field }) => {
      if (field !== null) focusField(form.current, field);
    });
    return () => subscription.unsubscribe();
  }, [billing]);

  if (!isEditable) {
    return (
      <Wrapper data-flow="billing" data-state={state} aria-busy={isBusy}>
        {state === 'unavailable' ? (
          <Alert
            severity="error"
            role="alert"
            action={
              <Button
                color="inherit"
                size="small"
                variant="text"
                onClick={() => billing.send({ type: 'billing.retried' })}
              >
                Try again
              </Button>
            }
          >
            {failure?.message || 'Your invoice details could not be loaded.'}
          </Alert>
        ) : (
          <Typography role="status">Loading your invoice details…</Typography>
        )}
      </Wrapper>
    );
  }

  const bind = (name: BillingTextField, hint?: string) => ({
    name,
    error: errors[name] !== undefined,
    helperText: errors[name] ?? hint,
    value: fields[name],
    onChange: (event: { target: { value: string } }) =>
      billing.send({ type: 'billing.changed', field: name, value: event.target.value }),
  });
  const input = { readOnly: isBusy };
  const filled = readFilled(
    () => {
      const { isSez: _checkbox, ...texts } = billing.getSnapshot().context.fields;
      return texts;
    },
    (field) => billing.send({ type: 'billing.changed', ...field }),
    () => billing.send({ type: 'billing.submitted' }),
  );

  return (
    <Wrapper data-flow="billing" data-state={state}>
      <form
        ref={form}
        method="post"
        noValidate
        aria-busy={isBusy}
        {...filled.handlers}
        onSubmit={filled.submit}
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
              name="sez"
              checked={fields.isSez}
              // Not disabled: a disabled control loses the focus. The machine ignores a change while it saves.
              onChange={(_event, isSez) => billing.send({ type: 'billing.sezChanged', isSez })}
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
        <div className="said" id={statusId} role="status">
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
          {state === 'saved' && (
            <Alert severity="success" role="none">
              Saved. These details will appear on invoices for the bookings you pay for from now on.
            </Alert>
          )}
          {state === 'saving' && <VisuallyHidden>Saving…</VisuallyHidden>}
        </div>
        <SubmitButton variant="outlined" isBusy={isBusy} aria-describedby={statusId}>
          Save invoice details
        </SubmitButton>
      </form>
    </Wrapper>
  );
}
