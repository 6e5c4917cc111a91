import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { BusyButton } from '../../ui/fields/BusyButton.tsx';
import { useSelector } from '../../app/system/useSelector.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { cancelRefundText } from './cancelRefundText.ts';

/** Escape and the backdrop keep the booking. */
export function CancelDialog() {
  const cancellation = useFlow('cancellation', lazyFlows.bookingPage);
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
            {`${failure.message || 'The server could not be reached. Try again.'} The booking will not be cancelled twice.`}
          </Alert>
        )}
        <DialogContentText>
          <span>{`The room becomes available to others immediately. `}</span>
          {terms && <span>{`If you cancel now: ${cancelRefundText(terms)}`}</span>}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={keep} aria-disabled={isBusy}>
          Keep it
        </Button>
        <BusyButton
          color="error"
          isBusy={isBusy}
          onClick={() => cancellation.send({ type: 'cancellation.confirmed' })}
        >
          {isBusy ? 'Cancelling…' : 'Cancel the booking'}
        </BusyButton>
      </DialogActions>
    </Dialog>
  );
}
