import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { BoundForm } from '../../ui/form/useForm.ts';
import { FieldPair } from './contentParts.ts';

/** How a customer pays at the desk. UPI needs the reference of the transfer. */
export function DeskPaymentFields({ form: { bind, isBusy } }: { form: Pick<BoundForm, 'bind' | 'isBusy'> }) {
  const [method, setMethod] = useState('cash');
  const { helperText: referenceError, ...reference } = bind('reference');
  return (
    <FieldPair>
      <TextField
        select
        label="Paid"
        name="method"
        value={method}
        disabled={isBusy}
        onChange={({ target }) => setMethod(target.value)}
      >
        <MenuItem value="cash">In cash</MenuItem>
        <MenuItem value="upi">By UPI</MenuItem>
      </TextField>
      <TextField
        label="Reference"
        required={method === 'upi'}
        helperText={
          referenceError ??
          (method === 'upi' ? 'The transaction number' : 'The receipt number, if there is one')
        }
        {...reference}
      />
    </FieldPair>
  );
}
