import { pointsText } from '../../../domain/money/points.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { FormSection } from './FormSection.tsx';
import { CodeField } from './CodeField.tsx';
import { CurrentPassword } from './CurrentPassword.tsx';

/** Closes the account permanently. */
export function ClosingSection() {
  const form = useForm(useFlow('closing', lazyFlows.accountFlows));
  const { state, failure } = form;
  const lostPoints = failure?.code === 'points-left' ? failure.details.pointsLeft : undefined;
  return (
    <FormSection
      title="Close your account"
      flow="closing"
      lead="Your name, phone number, company, devices and Lit points are permanently erased. Your email address is erased after two weeks; until then we may email you about refunds. Past bookings and their invoices are kept without your details for as long as the law requires."
      form={form}
      isOpen={state !== 'closed'}
      labels={{
        open: 'Close account',
        send:
          lostPoints === undefined
            ? 'Close my account permanently'
            : `Close it and lose ${pointsText(lostPoints.points)}`,
        dismiss: 'Keep it',
      }}
      color="error"
    >
      <CurrentPassword form={form} />
      <CodeField
        name="code"
        isBusy={form.isBusy}
        error={form.errors['code']}
        onChange={form.bind('code').onChange}
      />
      {lostPoints && <input type="hidden" name="lostPoints" value={lostPoints.points} />}
    </FormSection>
  );
}
