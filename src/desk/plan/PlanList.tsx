import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Stack from '@mui/material/Stack';
import type { DayPlan, PlanEntry } from '../../../machines/desk/plan/dayPlan.ts';
import { timesText } from '../../../domain/time/ranges.ts';
import { StatusChip, type Tone } from '../../ui/layout/StatusChip.tsx';
import { paidText, stateText } from './planText.ts';

const toneOf = (entry: PlanEntry): Tone => {
  if (entry.arrival === 'arrived') return 'good';
  if (entry.arrival === 'no-show') return 'bad';
  return entry.kind === 'booking' ? 'booking' : 'quiet';
};

/** In order of time, for narrow screens. */
export function PlanList({ plan, onOpen }: { plan: DayPlan; onOpen: (entry: PlanEntry) => void }) {
  const rooms = new Map(plan.rooms.map((room) => [room.id, room]));
  const entries = plan.entries.toSorted((a, b) => a.range.start - b.range.start || a.roomId - b.roomId);
  if (entries.length === 0) return <p>Nobody has booked a room on this day.</p>;
  return (
    <Stack
      component="ul"
      sx={{ gap: 1.5, margin: 0, padding: 0, listStyle: 'none' }}
      aria-label="Bookings of the day"
    >
      {entries.map((entry) => {
        const content = (
          <Stack sx={{ gap: 0.5, padding: 2 }}>
            <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
              <Box component="span" sx={{ fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
                {timesText(entry.range)}
              </Box>
              <StatusChip tone={toneOf(entry)}>{stateText(entry)}</StatusChip>
            </Stack>
            <strong>{entry.who}</strong>
            <Box component="span" sx={{ color: 'text.secondary', fontSize: 'body2.fontSize' }}>
              <span>{rooms.get(entry.roomId)?.name}</span>
              {entry.amount && <span>{` · ${paidText(entry)}`}</span>}
              {entry.hasNote && <span> · with a note</span>}
            </Box>
          </Stack>
        );
        return (
          <li key={`${entry.roomId} ${entry.range.start}`}>
            <Card>
              {entry.kind === 'block-out' ? (
                content
              ) : (
                <CardActionArea sx={{ font: 'inherit' }} onClick={() => onOpen(entry)}>
                  {content}
                </CardActionArea>
              )}
            </Card>
          </li>
        );
      })}
    </Stack>
  );
}
