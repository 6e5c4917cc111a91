import Box from '@mui/material/Box';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useSelector } from '../../app/system/useSelector.ts';
import type { BookingDetails, PendingMove as PendingMoveFields } from '../../../machines/bookings/booking.ts';
import { fullDate, instantText, timeAt } from '../../../domain/time/calendar.ts';
import { clockTime } from '../../../domain/time/slots.ts';
import { approvalText } from '../../../domain/money/openAttempt.ts';
import { movePath } from '../../../domain/content/sitePaths.ts';
import { CITIES } from '../../../domain/rooms/city.ts';
import { BusyButton } from '../../ui/fields/BusyButton.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { useResource } from '../../app/system/resource.ts';
import { statePath } from '../../app/system/statePath.ts';
import { rupees } from '../../../domain/money/pricing.ts';

/** A move that waits for its payment. */
export function PendingMove({ details, move }: { details: BookingDetails; move: PendingMoveFields }) {
  const pendingMove = useFlow('pendingMove', lazyFlows.bookingPage);
  const state = useSelector(pendingMove, ({ value }) => statePath(value));
  const isBusy = useSelector(pendingMove, (snapshot) => snapshot.hasTag('busy'));
  const { data: rooms } = useResource(useFlow('roomList'), CITIES[0]);
  const { meetingRoom: room } = details;
  const target =
    move.roomId === room.id ? room.roomName : rooms?.find(({ id }) => id === move.roomId)?.roomName;
  const { start, end } = move.range;
  const amount = rupees(move.amount, 'always');
  const until = move.byLink ? instantText(move.until) : timeAt(Date.parse(move.until));

  return (
    <Box
      component="section"
      sx={{ marginBlockStart: -1, marginBlockEnd: 5 }}
      aria-labelledby="pending-move"
      data-flow="pendingMove"
      data-state={state}
    >
      <Alert severity="warning" icon={false} role="none" sx={{ padding: '20px 24px' }}>
        <AlertTitle component="h2" id="pending-move">
          {move.byLink ? 'A longer booking is waiting for payment' : 'A move is waiting for payment'}
        </AlertTitle>
        <span>{`${move.byLink ? '' : `To ${target ?? 'another room'}, ${fullDate(move.bookingDate)}, `}${clockTime(start)} – ${clockTime(end)}, for ${amount} more. ${
          move.atBank ? `${approvalText(move.method)} ` : ''
        }${move.byLink && !move.atBank ? 'Pay it with the link in our email. ' : ''}These times are held for you until ${until}. Your booking does not change until ${
          move.byLink ? 'they are' : 'the move is'
        } paid. A later payment will be refunded.`}</span>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5, marginBlockStart: 2 }}>
          {!move.atBank && !move.byLink && (
            <Button size="small" href={movePath(details.id)}>
              Continue the move
            </Button>
          )}
          <BusyButton
            size="small"
            variant="outlined"
            isBusy={isBusy}
            onClick={() => pendingMove.send({ type: 'pendingMove.dropped', moveId: move.bookingId })}
          >
            {move.byLink ? 'Keep the booking as it is' : 'Drop the move'}
          </BusyButton>
        </Stack>
      </Alert>
    </Box>
  );
}
