import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { BoundForm } from '../../ui/form/useForm.ts';
import { FieldPair } from './contentParts.ts';

interface Props {
  readonly form: Pick<BoundForm, 'bind' | 'isBusy'>;
  /** A customer of a company with an account may book on it. */
  readonly hasAccount?: boolean;
}

/** How a customer pays at the desk. UPI needs the reference of the transfer. */
export function DeskPaymentFields({ form: { bind, isBusy }, hasAccount = false }: Props) {
  const [method, setMethod] = useState('cash');
  const { onChange, ...methodField } = bind('method');
  const { helperText: referenceError, ...reference } = bind('reference');
  return (
    <FieldPair>
      <TextField
        select
        label="Paid"
        {...methodField}
        value={method}
        disabled={isBusy}
        onChange={({ target }) => {
          setMethod(target.value);
          onChange();
        }}
      >
        <MenuItem value="cash">In cash</MenuItem>
        <MenuItem value="upi">By UPI</MenuItem>
        {hasAccount && <MenuItem value="account">On the account of the company</MenuItem>}
      </TextField>
      {method !== 'account' && (
        <TextField
          label="Reference"
          required={method === 'upi'}
          helperText={
            referenceError ??
            (method === 'upi' ? 'The transaction number' : 'The receipt number, if there is one')
          }
          {...reference}
        />
      )}
    </FieldPair>
  );
}
