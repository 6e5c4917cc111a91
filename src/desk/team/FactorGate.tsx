import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { FailureAlert } from '../../account/FailureAlert.tsx';
import { SubmitButton } from '../../account/SubmitButton.tsx';
import { useAccountForm } from '../../account/useAccountForm.ts';
import { useFlow } from '../../system/flows.ts';
import { DeskGate } from '../DeskGate.tsx';
import { codeField, SetUpFactor } from './SetUpFactor.tsx';

/** Stands before the desk until the session has shown its second factor, or until there is one. */
export function FactorGate({ isMissing, onSignOut }: { isMissing: boolean; onSignOut: () => void }) {
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
          <p>Staff sign in with a password and with a code of an app.</p>
          <SetUpFactor />
        </>
      ) : (
        <>
          <p>The code of your authenticator app, or one of your recovery codes.</p>
          <ShowCode />
        </>
      )}
    </DeskGate>
  );
}

function ShowCode() {
  const { isBusy, failure, formRef, submit, bind } = useAccountForm(useFlow('proveFactor'));
  return (
    <form ref={formRef} method="post" noValidate onSubmit={submit} aria-busy={isBusy}>
      <FailureAlert failure={failure} />
      <TextField label="Code" required {...codeField} {...bind('code')} />
      <SubmitButton isBusy={isBusy}>Continue</SubmitButton>
    </form>
  );
}
