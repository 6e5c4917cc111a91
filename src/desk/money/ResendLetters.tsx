import Button from '@mui/material/Button';
import { Redacted } from '../../../domain/redacted.ts';
import { FailureAlert } from '../../account/FailureAlert.tsx';
import { useAccountForm } from '../../account/useAccountForm.ts';
import { useFlow } from '../../system/flows.ts';

/** Sends the letters about a booking again, at one press. */
export function ResendLetters({ bookingId }: { bookingId: string }) {
  const flow = useFlow('resendLetters');
  const { state, isBusy, failure } = useAccountForm(flow);
  const send = () => {
    if (state === 'done') flow.send({ type: 'form.opened' });
    flow.send({ type: 'form.submitted', entry: new Redacted({ booking_id: bookingId }) });
  };
  return (
    <div>
      <FailureAlert failure={failure} />
      <Button size="small" variant="outlined" aria-disabled={isBusy} onClick={send}>
        Send the letters again
      </Button>
    </div>
  );
}
