import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { ArrowLeftIcon } from '../../ui/icons/pages.tsx';
import { EntryPage } from '../session/EntryPage.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { EmailSent } from './EmailSent.tsx';
import { RecoveryForm } from './recoveryParts.ts';
import { useAfterChange } from '../../ui/fields/useAfterChange.ts';

/** The page shows the same for every address (ruling 28). */
export default function ForgotPasswordPage() {
  const { state, isBusy, failure, formRef, submit, open, bind } = useForm(
    useFlow('forgotten', lazyFlows.recoveryFlows),
  );
  const isSent = state === 'done';

  // After sending, a text replaces the form, and the form returns for another address. The focus moves to the new content.
  const container = useRef<HTMLDivElement>(null);
  useAfterChange(isSent, () => container.current?.querySelector<HTMLElement>('h2, input')?.focus());

  return (
    <>
      <PageTitle>Forgot your password?</PageTitle>
      <EntryPage
        title="Forgot your password?"
        lead="Enter the email address of your account. We will send you a link for setting a new password."
      >
        <div ref={container} data-flow="forgotten" data-state={state}>
          {isSent ? (
            <EmailSent>
              <Typography>
                If there is an account with that address, it will receive an email with a link within a
                minute. The link works once, for 30 minutes.
              </Typography>
              <Button variant="outlined" onClick={() => open()}>
                Use another address
              </Button>
            </EmailSent>
          ) : (
            <RecoveryForm ref={formRef} method="post" noValidate aria-busy={isBusy} onSubmit={submit}>
              <FailureAlert failure={failure} />
              <TextField
                label="Email Address"
                type="email"
                autoComplete="username"
                required
                slotProps={{
                  input: { readOnly: isBusy },
                  htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
                }}
                {...bind('email')}
              />
              <SubmitButton isBusy={isBusy}>Send me a link</SubmitButton>
            </RecoveryForm>
          )}
          <p>
            <Link href="/login" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minHeight: 44 }}>
              <ArrowLeftIcon />
              Back to sign in
            </Link>
          </p>
        </div>
      </EntryPage>
    </>
  );
}
