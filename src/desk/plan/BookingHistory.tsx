import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { DeskBooking } from '../../../machines/desk/plan/dayPlan.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import { capitalised } from '../../../domain/text/capitalised.ts';
import { changeText } from '../audit/exports.ts';
import { Note } from '../ui/contentParts.ts';

type Event = DeskBooking['history'][number];

function eventText(event: Event): string {
  const change = changeText({ ...event, subject: 'booking' });
  return [capitalised(event.action), change].filter(Boolean).join('. ');
}

/** Who changed the booking, when, and from what to what: the latest change first. */
export const BookingHistory = ({ booking: { history } }: { booking: DeskBooking }) =>
  history.length > 0 && (
    <details>
      <Typography component="summary" sx={{ cursor: 'pointer', width: 'fit-content', fontWeight: 600 }}>
        {`History (${history.length})`}
      </Typography>
      <Stack
        component="ol"
        sx={{ gap: 1.5, marginBlock: 1.5, marginInline: 0, padding: 0, listStyle: 'none' }}
        aria-label="History"
      >
        {history.map((event, index) => (
          <li key={history.length - index}>
            <Box sx={{ overflowWrap: 'anywhere' }}>{eventText(event)}</Box>
            {event.reason !== null && (
              <Box sx={{ overflowWrap: 'anywhere' }}>{`Reason: ${event.reason}`}</Box>
            )}
            <Note>{`${event.by ?? 'The customer'}, ${instantText(event.at)}`}</Note>
          </li>
        ))}
      </Stack>
    </details>
  );
