import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useSelector } from '../../app/system/useSelector.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';

interface Props {
  /** When the current address was created (ISO). */
  since: string | null;
  /** The state of the flow in which the dialog is open. */
  confirmingState: 'confirmingRenewal' | 'confirmingRevocation';
  title: string;
  /** Labels the button that revokes the current address. */
  action: string;
}

/** Asks before the current address is revoked. Escape and a click on the backdrop keep the address. */
export function RevokeAddressDialog({ since, confirmingState, title, action }: Props) {
  const link = useFlow('calendarLink', lazyFlows.calendarLink);
  const isOpen = useSelector(link, (snapshot) => snapshot.matches(confirmingState));
  const keep = () => link.send({ type: 'calendarLink.dismissed' });

  return (
    <Dialog open={isOpen} onClose={keep} maxWidth="xs" fullWidth aria-labelledby={confirmingState}>
      <DialogTitle id={confirmingState}>{title}</DialogTitle>
      <DialogContent data-locks-scroll={isOpen ? '' : undefined}>
        <DialogContentText>
          {since !== null && <span>{`You have had a link since ${instantText(since)}. `}</span>}
          <span>Calendars that use it will no longer be updated. Your bookings do not change.</span>
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={keep}>
          Keep it
        </Button>
        <Button color="error" onClick={() => link.send({ type: 'calendarLink.confirmed' })}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
