import Alert from '@mui/material/Alert';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { SectionForm } from '../../ui/layout/Section.tsx';

export function ResendConfirmation() {
  const { state, isBusy, failure, submit } = useForm(useFlow('confirmation', lazyFlows.accountFlows));
  return (
    <SectionForm
      method="post"
      noValidate
      aria-busy={isBusy}
      onSubmit={submit}
      data-flow="confirmation"
      data-state={state}
    >
      <FailureAlert failure={failure} />
      <div role="status">
        {state === 'done' ? (
          <Alert severity="info" icon={false} role="none">
            The email is on its way. Its link works for a day.
          </Alert>
        ) : (
          'Open the link in the email that we sent you, so that nobody else can register with your address.'
        )}
      </div>
      {state !== 'done' && (
        <ButtonRow>
          <SubmitButton isBusy={isBusy} variant="outlined" size="small">
            Send the email again
          </SubmitButton>
        </ButtonRow>
      )}
    </SectionForm>
  );
}
