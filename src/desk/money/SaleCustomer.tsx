import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useInvoiceNameNote } from '../../ui/fields/useInvoiceNameNote.ts';
import type { BoundForm } from '../../ui/form/useForm.ts';
import {
  CustomerField,
  type EnteredCustomer,
  newCustomerOf,
  noCustomer,
  UnprovenCustomer,
} from '../people/exports.ts';
import { FieldGroup, FieldPair, Legend } from '../ui/contentParts.ts';

interface Props {
  readonly form: BoundForm;
  readonly customer: EnteredCustomer;
  readonly onChange: (customer: EnteredCustomer) => void;
  readonly hint: string;
}

/** A customer who has an account, or the details of a new one. */
export function SaleCustomer({ form, customer, onChange, hint }: Props) {
  const { failure, isBusy } = form;
  const unproven = failure?.details.account;
  if (customer.isNew) {
    return (
      <FieldGroup>
        <Legend>New customer</Legend>
        <NewCustomer form={form} text={customer.text} hasEmail />
        {unproven && <UnprovenCustomer account={unproven} isBusy={isBusy} />}
        <Button
          size="small"
          variant="outlined"
          sx={{ marginBlockStart: 2 }}
          aria-disabled={isBusy}
          onClick={() => onChange({ ...noCustomer, text: customer.text })}
        >
          Find a customer instead
        </Button>
      </FieldGroup>
    );
  }
  return (
    <>
      <CustomerField form={form} customer={customer} onChange={onChange} hint={hint} />
      {unproven && <UnprovenCustomer account={unproven} isBusy={isBusy} />}
      {unproven && <NewCustomer form={form} text="" hasEmail={false} />}
      {customer.person === null && (
        <Button
          size="small"
          variant="outlined"
          sx={{ justifySelf: 'start', alignSelf: 'start' }}
          aria-disabled={isBusy}
          onClick={() => onChange({ ...customer, isNew: true })}
        >
          New customer
        </Button>
      )}
    </>
  );
}

/** `text`: what was typed before. */
function NewCustomer({
  form: { bind, isBusy },
  text,
  hasEmail,
}: {
  form: Pick<BoundForm, 'bind' | 'isBusy'>;
  text: string;
  hasEmail: boolean;
}) {
  const [typed] = useState(() => newCustomerOf(text));
  const [name, setName] = useState(typed.name);
  const nameNote = useInvoiceNameNote(name);
  const { helperText: nameError, onChange: onNameChange, ...nameField } = bind('firstName');
  return (
    <FieldPair>
      <TextField
        label="Name"
        required
        defaultValue={typed.name}
        {...nameField}
        helperText={nameError ?? nameNote}
        onChange={({ target }) => {
          setName(target.value);
          onNameChange();
        }}
        slotProps={{ input: { readOnly: isBusy } }}
      />
      <TextField label="Phone" type="tel" required defaultValue={typed.phone} {...bind('phone')} />
      {hasEmail && (
        <TextField
          label="Email Address"
          type="email"
          required
          defaultValue={typed.email}
          slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
          {...bind('email')}
        />
      )}
    </FieldPair>
  );
}
