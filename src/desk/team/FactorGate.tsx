import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Container from '@mui/material/Container';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { FailureAlert } from '../../account/FailureAlert.tsx';
import { SubmitButton } from '../../account/SubmitButton.tsx';
import { useAccountForm } from '../../account/useAccountForm.ts';
import { Brandmark } from '../../shell/Brandmark.tsx';
import { useFlow } from '../../system/flows.ts';
import { codeField, SetUpFactor } from './SetUpFactor.tsx';

const Page = styled(Container)(({ theme }) => ({
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'center',
  gap: theme.spacing(3),
  minHeight: '100vh',
  paddingBlock: theme.spacing(4),
  '& form': { display: 'grid', gap: theme.spacing(2.5) },
  '& p': { margin: theme.spacing(1, 0, 2.5) },
})) as typeof Container;

/** Stands before the desk until the session has shown its second factor, or until there is one. */
export function FactorGate({ isMissing, onSignOut }: { isMissing: boolean; onSignOut: () => void }) {
  return (
    <Page component="main" id="main" maxWidth="sm">
      <Brandmark />
      <Card sx={{ width: '100%', padding: { xs: 3, sm: 4 } }}>
        <Typography variant="h1" sx={{ fontSize: '1.75rem' }}>
          {isMissing ? 'Set up a second factor' : 'Enter your code'}
        </Typography>
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
      </Card>
      <Button variant="text" onClick={onSignOut}>
        Use another account
      </Button>
    </Page>
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
