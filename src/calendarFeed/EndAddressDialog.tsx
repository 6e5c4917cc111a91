import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useSelector } from '@xstate/react';
import { instantText } from '../../domain/calendar.ts';
import { useFlow } from '../system/flows.ts';

interface Props {
  /** The state of the flow in which the question is open. */
  during: 'confirmingRenewal' | 'confirmingRevocation';
  title: string;
  /** The button that ends the present address. */
  action: string;
}

/** The question before the present address stops working. Escape and the backdrop keep it. */
export function EndAddressDialog({ during, title, action }: Props) {
  const feed = useFlow('calendarFeed');
  const isOpen = useSelector(feed, (snapshot) => snapshot.matches(during));
  const since = useSelector(feed, ({ context }) => context.since);
  const keep = () => feed.send({ type: 'calendarFeed.dismissed' });

  return (
    <Dialog open={isOpen} onClose={keep} maxWidth="xs" fullWidth aria-labelledby={during}>
      <DialogTitle id={during}>{title}</DialogTitle>
      <DialogContent data-locks-scroll={isOpen ? '' : undefined}>
        <DialogContentText>
          {since !== null && `You have had an address since ${instantText(since)}. `}
          Calendars that use it will not be updated any more. Your bookings stay as they are.
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={keep}>
          Keep it
        </Button>
        <Button color="error" onClick={() => feed.send({ type: 'calendarFeed.confirmed' })}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
