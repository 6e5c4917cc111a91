import { FailureAlert } from '../account/FailureAlert.tsx';
import { SubmitButton } from '../account/SubmitButton.tsx';
import { useAccountForm } from '../account/useAccountForm.ts';
import { useFlow } from '../system/flows.ts';
import { Section } from './Section.tsx';

/** Downloads all data that is stored about the user. */
export function ExportSection() {
  const { state, isBusy, failure, submit, open } = useAccountForm(useFlow('export'));
  return (
    <Section
      title="Your data"
      flow="export"
      state={state}
      lead="A file (JSON) with your details, bookings, payments, devices and enquiries."
    >
      <form
        method="post"
        aria-busy={isBusy}
        onSubmit={(event) => {
          // Opens the form again after a first download.
          open();
          submit(event);
        }}
      >
        <FailureAlert failure={failure} />
        <div className="ways">
          <SubmitButton isBusy={isBusy} variant="outlined" size="small">
            Download your data
          </SubmitButton>
        </div>
      </form>
    </Section>
  );
}
