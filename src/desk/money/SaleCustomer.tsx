import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useInvoiceNameNote } from '../../ui/fields/useInvoiceNameNote.ts';
import type { BoundForm } from '../../ui/form/useForm.ts';
import {
  CustomerField,
  type EnteredCustomer,
  KnownPhone,
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
  const account = failure?.details.account;
  const unproven = failure?.code === 'email-unconfirmed' ? account : undefined;
  const known = failure?.code === 'phone-known' ? account : undefined;
  if (customer.isNew) {
    return (
      <FieldGroup>
        <Legend>New customer</Legend>
        <NewCustomer
          form={form}
          text={customer.text}
          onEmail={(email) => {
            const hasEmail = email.trim() !== '';
            if (hasEmail !== customer.hasEmail) onChange({ ...customer, hasEmail });
          }}
        />
        {unproven && <UnprovenCustomer account={unproven} isBusy={isBusy} />}
        {known && (
          <KnownPhone
            account={known}
            isBusy={isBusy}
            onChoose={(person) => {
              form.bind('phone').onChange();
              onChange({ ...noCustomer, person });
            }}
          />
        )}
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
      {unproven && <NewCustomer form={form} text="" onEmail={null} />}
      {customer.person === null && (
        <Button
          size="small"
          variant="outlined"
          sx={{ justifySelf: 'start', alignSelf: 'start' }}
          aria-disabled={isBusy}
          onClick={() =>
            onChange({ ...customer, isNew: true, hasEmail: newCustomerOf(customer.text).email !== '' })
          }
        >
          New customer
        </Button>
      )}
    </>
  );
}

/** `text`: what was typed before. `onEmail`: what is typed as the address; null for a form that has it already. */
function NewCustomer({
  form: { bind, isBusy },
  text,
  onEmail,
}: {
  form: Pick<BoundForm, 'bind' | 'isBusy'>;
  text: string;
  onEmail: ((email: string) => void) | null;
}) {
  const [typed] = useState(() => newCustomerOf(text));
  const [name, setName] = useState(typed.name);
  const nameNote = useInvoiceNameNote(name);
  const { helperText: nameError, onChange: onNameChange, ...nameField } = bind('firstName');
  const { helperText: emailError, onChange: onEmailChange, ...emailField } = bind('email');
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
      {onEmail && (
        <TextField
          label="Email Address (optional)"
          type="email"
          defaultValue={typed.email}
          slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
          {...emailField}
          helperText={emailError ?? 'Without one, you send the confirmation by SMS or WhatsApp.'}
          onChange={({ target }) => {
            onEmail(target.value);
            onEmailChange();
          }}
        />
      )}
    </FieldPair>
  );
}
