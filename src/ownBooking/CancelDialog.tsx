import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useSelector } from '@xstate/react';
import { useFlow } from '../system/flows.ts';
import { cancelRefundText } from './cancelRefundText.ts';

/** Asks for confirmation before a booking is cancelled and shows the refund. Escape and the backdrop keep the booking. */
export function CancelDialog() {
  const cancellation = useFlow('cancellation');
  const isOpen = useSelector(cancellation, (snapshot) => snapshot.hasTag('confirming'));
  const isBusy = useSelector(cancellation, (snapshot) => snapshot.hasTag('busy'));
  const { terms, failure, haveTermsChanged } = useSelector(cancellation, ({ context }) => context);
  const keep = () => cancellation.send({ type: 'cancellation.dismissed' });

  return (
    <Dialog open={isOpen} onClose={keep} maxWidth="xs" fullWidth aria-labelledby="cancel-title">
      <DialogTitle id="cancel-title">Cancel this booking?</DialogTitle>
      <DialogContent data-locks-scroll={isOpen ? '' : undefined}>
        {haveTermsChanged && (
          <Alert severity="warning" role="alert" sx={{ marginBlockEnd: 2 }}>
            The refund is now lower than the amount you were shown. Nothing has been cancelled yet.
          </Alert>
        )}
        {failure && (
          <Alert severity="error" role="alert" sx={{ marginBlockEnd: 2 }}>
            {failure.message || 'The server could not be reached. Try again.'} The booking will not be
            cancelled twice.
          </Alert>
        )}
        <DialogContentText>
          The room becomes available to others immediately.{' '}
          {terms && `If you cancel now: ${cancelRefundText(terms)}`}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={keep} disabled={isBusy}>
          Keep it
        </Button>
        <Button
          color="error"
          disabled={isBusy}
          startIcon={isBusy ? <CircularProgress size={18} color="inherit" /> : undefined}
          onClick={() => cancellation.send({ type: 'cancellation.confirmed' })}
        >
          {isBusy ? 'Cancelling…' : 'Cancel the booking'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
