import Button from '@mui/material/Button';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useForm } from '../../ui/form/useForm.ts';

export function ResendEmails({ bookingId }: { bookingId: string }) {
  const { isBusy, failure, send } = useForm(useDeskFlow('resendEmails'));
  return (
    <div>
      <FailureAlert failure={failure} />
      <Button size="small" variant="outlined" aria-disabled={isBusy} onClick={() => send({ bookingId })}>
        Send the emails again
      </Button>
    </div>
  );
}
