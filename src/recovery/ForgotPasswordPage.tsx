import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { FailureAlert } from '../account/FailureAlert.tsx';
import { SubmitButton } from '../account/SubmitButton.tsx';
import { useAccountForm } from '../account/useAccountForm.ts';
import { ArrowLeftIcon } from '../icons/pages.tsx';
import { EntryPage } from '../session/EntryPage.tsx';
import { inFlowSection } from '../shell/FlowSection.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useFlow } from '../system/flows.ts';
import { LetterSent } from './LetterSent.tsx';
import { recoveryStyles } from './recoveryStyles.ts';

export { recoveryFlows as flows } from '../../machines/recoveryFlows.ts';

const Form = styled('form')(({ theme }) => recoveryStyles(theme));

/** Requests a letter with a link that sets a new password. What it shows is the same for every address (ruling 28). */
function ForgotPasswordPage() {
  const { state, isBusy, failure, formRef, submit, open, bind } = useAccountForm(useFlow('forgotten'));
  const isSent = state === 'done';

  // The form is replaced after sending and returns for another address: the focus moves to the new content.
  const place = useRef<HTMLDivElement>(null);
  const wasSent = useRef(isSent);
  useEffect(() => {
    if (wasSent.current === isSent) return;
    wasSent.current = isSent;
    place.current?.querySelector<HTMLElement>('h2, input')?.focus();
  }, [isSent]);

  return (
    <>
      <PageTitle>Forgot your password?</PageTitle>
      <EntryPage
        title="Forgot your password?"
        lead="Enter the email address of your account. We will send you a link with which you set a new password."
      >
        <div ref={place} data-flow="forgotten" data-state={state}>
          {isSent ? (
            <LetterSent>
              <p>
                If there is an account with that address, a letter with a link is in its mailbox in a minute.
                The link works for 30 minutes, and once.
              </p>
              <Button variant="outlined" onClick={open}>
                Use another address
              </Button>
            </LetterSent>
          ) : (
            <Form ref={formRef} method="post" noValidate aria-busy={isBusy} onSubmit={submit}>
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
            </Form>
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

export default inFlowSection(['forgotten'], ForgotPasswordPage);
