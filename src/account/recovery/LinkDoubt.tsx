import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { LinkDetails } from '../../../machines/account/link.ts';
import { isAboutUnproven } from '../../../machines/account/link.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { useSelector } from '../../app/system/useSelector.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { type FormActor, useForm } from '../../ui/form/useForm.ts';
import { EntryPage } from '../session/EntryPage.tsx';
import { AccountOfLink } from './AccountOfLink.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { RecoveryForm, RecoverySteps } from './recoveryParts.ts';

/** What "this was not me" does. */
function effectText(details: LinkDetails): string {
  const { action, account, email } = details;
  if (isAboutUnproven(details)) {
    return `${email} is then removed from that account, and you can register with it. That account keeps only its bookings and payments.`;
  }
  return {
    change: `The link ends, and ${email} does not become the address of that account. Nothing else changes.`,
    register: `The registration ends. No account is created with ${email}, and nothing else changes.`,
    confirm: 'The link ends. Nothing else changes.',
    invitation: 'The invitation ends. Nothing else changes.',
    reset:
      account?.kind === 'desk-made'
        ? 'The link ends. If you have not booked anything, please write to us, so that we can correct the address.'
        : 'The link ends, and the password stays as it is.',
  }[action];
}

/** Asks whether the reader of the email requested the link. Nothing changes before the answer. */
export function LinkDoubt({ details }: { details: LinkDetails }) {
  const link = useFlow('link', lazyFlows.recoveryFlows);
  const isBusy = useSelector(link, (snapshot) => snapshot.hasTag('busy'));
  const failure = useSelector(link, ({ context }) => context.failure);
  return (
    <EntryPage
      title="This was not you?"
      lead={`The email to ${details.email} may be someone else’s mistake.`}
    >
      <RecoverySteps aria-busy={isBusy}>
        <FailureAlert failure={failure} />
        <AccountOfLink details={details} isBrief />
        <Typography>{effectText(details)}</Typography>
        <Button aria-disabled={isBusy} onClick={() => link.send({ type: 'link.disowned' })}>
          This was not me
        </Button>
        {isAboutUnproven(details) && (
          <>
            <Typography>
              Or you want that account, with everything in it: take it over with a new password.
            </Typography>
            <Button
              variant="outlined"
              aria-disabled={isBusy}
              onClick={() => link.send({ type: 'link.claimChosen' })}
            >
              Take the account over
            </Button>
          </>
        )}
        <Button variant="text" aria-disabled={isBusy} onClick={() => link.send({ type: 'link.accepted' })}>
          It was me
        </Button>
      </RecoverySteps>
    </EntryPage>
  );
}

/** Takes over an account that somebody else made with the reader's address. */
export function ClaimForm({ details, flow }: { details: LinkDetails; flow: FormActor }) {
  const { isBusy, failure, formRef, submit, dismiss, bind } = useForm(flow);
  return (
    <EntryPage
      title="Take the account over"
      lead={`You will sign in with ${details.email} and a new password. The person who created the account is signed out everywhere.`}
    >
      <RecoveryForm ref={formRef} method="post" noValidate aria-busy={isBusy} onSubmit={submit}>
        <FailureAlert failure={failure} />
        <AccountOfLink details={details} isBrief />
        {/* Password managers need the user name. */}
        <input hidden type="text" autoComplete="username" defaultValue={details.email} readOnly />
        <NewPasswordFields bind={bind} isBusy={isBusy} />
        <SubmitButton isBusy={isBusy}>Take the account over</SubmitButton>
        <Button variant="outlined" aria-disabled={isBusy} onClick={dismiss}>
          Back
        </Button>
      </RecoveryForm>
    </EntryPage>
  );
}
