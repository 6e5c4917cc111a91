import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { DeskGate, GateForm, GateText } from '../DeskGate.tsx';
import { codeField, SecondFactorSetup } from './SecondFactorSetup.tsx';

/** Blocks access to the desk until the session has proved its second factor. `isMissing`: the account must set one up first. */
export function SecondFactorGate({ isMissing, onSignOut }: { isMissing: boolean; onSignOut: () => void }) {
  return (
    <DeskGate
      title={isMissing ? 'Set up a second factor' : 'Enter your code'}
      maxWidth="sm"
      below={
        <Button variant="text" onClick={onSignOut}>
          Use another account
        </Button>
      }
    >
      {isMissing ? (
        <>
          <GateText>Staff sign in with a password and a code from an authenticator app.</GateText>
          <SecondFactorSetup />
        </>
      ) : (
        <>
          <GateText>Enter the code from your authenticator app, or one of your recovery codes.</GateText>
          <CodeForm />
        </>
      )}
    </DeskGate>
  );
}

function CodeForm() {
  const { isBusy, failure, formRef, submit, bind } = useForm(useDeskFlow('proveFactor'));
  return (
    <GateForm ref={formRef} method="post" noValidate onSubmit={submit} aria-busy={isBusy}>
      <FailureAlert failure={failure} />
      <TextField label="Code" required {...codeField} {...bind('code')} />
      <SubmitButton isBusy={isBusy}>Continue</SubmitButton>
    </GateForm>
  );
}
