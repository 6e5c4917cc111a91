import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { CodeField } from './CodeField.tsx';
import { Section, SectionForm } from '../../ui/layout/Section.tsx';

/** Downloads all data that is stored about the user. */
export function ExportSection() {
  const { state, isBusy, errors, failure, formRef, submit, open, bind } = useForm(
    useFlow('export', lazyFlows.accountFlows),
  );
  return (
    <Section
      title="Your data"
      flow="export"
      state={state}
      lead="A file (JSON) with your details, bookings, payments, devices and enquiries."
    >
      <SectionForm
        ref={formRef}
        method="post"
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => {
          // Opens the form again after a first download.
          open();
          submit(event);
        }}
      >
        <FailureAlert failure={failure} />
        <CodeField name="code" isBusy={isBusy} error={errors['code']} onChange={bind('code').onChange} />
        <ButtonRow>
          <SubmitButton isBusy={isBusy} variant="outlined" size="small">
            Download your data
          </SubmitButton>
        </ButtonRow>
      </SectionForm>
    </Section>
  );
}
