import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useSelector } from '@xstate/react';
import { lazy, type MouseEvent, Suspense, useId } from 'react';
import { startedSlots } from '../../domain/calendar.ts';
import { isOpenFor, openRange } from '../../domain/openingHours.ts';
import { isRangeFree, nearestRanges, rangeText } from '../../domain/ranges.ts';
import { slotCount, type SlotRange } from '../../domain/slots.ts';
import { durationText } from '../search/durations.ts';
import type { RoomSlots } from '../system/flows.ts';
import { SectionErrorBoundary } from '../shell/SectionErrorBoundary.tsx';

/** Its code comes when it is needed. */
const JoinWaitlist = lazy(() => import('../waitlist/JoinWaitlist.tsx'));

const Offers = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1),
  fontSize: theme.typography.body2.fontSize,
  // As high as its button, which comes a moment later.
  '& > .wait': { flexBasis: '100%', minHeight: 44 },
  '& p': { flexBasis: '100%', margin: 0, color: theme.vars.palette.text.secondary },
}));

/**
 * Shown where the wanted time is not free: the nearest free ranges of that length, which one press chooses, and the waiting
 * list. Nothing where a panel says what was lost of the choice, which offers the same.
 */
export function NearestTimes({ slots, wanted }: { slots: RoomSlots; wanted: SlotRange }) {
  const labelId = useId();
  const isKnown = useSelector(slots, (snapshot) => snapshot.hasTag('choosable'));
  const taken = useSelector(slots, ({ context }) => context.taken);
  const selection = useSelector(slots, ({ context }) => context.selection);
  const room = useSelector(slots, ({ context }) => context.room);
  const date = useSelector(slots, ({ context }) => context.date ?? '');
  const isMissed = useSelector(slots, ({ context }) => context.missed !== null);
  const hasStarted = useSelector(
    slots,
    ({ context }) => startedSlots(context.date ?? '', context.clock.now()) > wanted.start,
  );
  if (!isKnown || isMissed || isRangeFree({ taken }, wanted)) return null;
  const ranges = nearestRanges({ taken }, wanted);
  // Nobody can have times that have started, or in which the room is closed.
  const wait = !hasStarted && isOpenFor(openRange(room.opening_hours, date), wanted) && (
    <div className="wait">
      <SectionErrorBoundary>
        <Suspense>
          <JoinWaitlist times={{ room, date, range: wanted }} />
        </Suspense>
      </SectionErrorBoundary>
    </div>
  );
  if (ranges.length === 0) {
    return (
      <Offers>
        <p>
          {rangeText(wanted)} is not free, and this day has no other free time of{' '}
          {durationText(slotCount(wanted))}.
        </p>
        {wait}
      </Offers>
    );
  }
  const choose = (range: SlotRange) => (event: MouseEvent<HTMLElement>) => {
    slots.send({ type: 'slots.rangeChosen', range });
    const cell = event.currentTarget.closest('article')?.querySelector(`[data-slot="${range.start}"]`);
    cell?.scrollIntoView({ block: 'nearest', inline: 'center' });
  };
  return (
    <Offers role="group" aria-labelledby={labelId}>
      <p id={labelId}>{rangeText(wanted)} is not free. The nearest free times:</p>
      {ranges.map((range) => (
        <Button
          key={range.start}
          variant="outlined"
          size="small"
          aria-pressed={selection[0] === range.start && selection.length === slotCount(range)}
          onClick={choose(range)}
        >
          {rangeText(range)}
        </Button>
      ))}
      {wait}
    </Offers>
  );
}
