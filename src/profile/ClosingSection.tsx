import { useAccountForm } from '../account/useAccountForm.ts';
import { useFlow } from '../system/flows.ts';
import { FormSection } from './FormSection.tsx';
import { PresentPassword } from './PresentPassword.tsx';

/** Closes the account for good. */
export function ClosingSection() {
  const form = useAccountForm(useFlow('closing'));
  const { state } = form;
  return (
    <FormSection
      title="Close your account"
      flow="closing"
      lead="Your name, phone number, company, devices and Lit points are erased, for good. Your email address gets letters about money that goes back to you, and is erased after two weeks. Past bookings and their papers are kept without them for as long as the law asks."
      form={form}
      isOpen={state !== 'closed'}
      texts={{ open: 'Close account', send: 'Close my account for good', dismiss: 'Keep it' }}
      color="error"
    >
      <PresentPassword form={form} />
    </FormSection>
  );
}
