import Link from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import { bookingReference } from '../../../domain/bookings/bookingReference.ts';
import { longDate } from '../../../domain/time/calendar.ts';
import { timesText } from '../../../domain/time/ranges.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';

export interface BookingLine {
  readonly id: string;
  /** The plan can open a booking. */
  readonly isBooking: boolean;
  /** Its customer, or what else it is for. */
  readonly who: string;
  /** Missing where all lines are about one room. */
  readonly roomName?: string;
  readonly roomId?: number;
  readonly day: string;
  readonly range: SlotRange;
}

export const BookingLines = ({ lines, label }: { lines: readonly BookingLine[]; label: string }) => (
  <List dense disablePadding aria-label={label} sx={{ inlineSize: '100%' }}>
    {lines.map(({ id, isBooking, who, roomName, roomId, day, range }) => (
      <ListItem key={`${id} ${day} ${roomId ?? ''}`} disableGutters divider>
        <ListItemText
          primary={[roomName, longDate(day), timesText(range)].filter(Boolean).join(', ')}
          secondary={
            <>
              {isBooking && <Link href={`/desk?date=${day}&booking=${id}`}>{bookingReference(id)}</Link>}
              <span>{`${isBooking && who !== '' ? ', ' : ''}${who}`}</span>
            </>
          }
          slotProps={{ secondary: { sx: { overflowWrap: 'anywhere' } } }}
        />
      </ListItem>
    ))}
  </List>
);
