import { useAccountForm } from '../account/useAccountForm.ts';
import { useFlow } from '../system/flows.ts';
import { FormSection } from './FormSection.tsx';
import { CurrentPassword } from './CurrentPassword.tsx';

/** Closes the account permanently. */
export function ClosingSection() {
  const form = useAccountForm(useFlow('closing'));
  const { state } = form;
  return (
    <FormSection
      title="Close your account"
      flow="closing"
      lead="Your name, phone number, company, devices and Lit points are permanently erased. Your email address is erased after two weeks; until then we may email you about refunds. Past bookings and their invoices are kept without your details for as long as the law requires."
      form={form}
      isOpen={state !== 'closed'}
      labels={{ open: 'Close account', send: 'Close my account permanently', dismiss: 'Keep it' }}
      color="error"
    >
      <CurrentPassword form={form} />
    </FormSection>
  );
}
