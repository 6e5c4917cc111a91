import Stack from '@mui/material/Stack';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useSelector } from '../../app/system/useSelector.ts';
import { type MouseEvent, Suspense, useId } from 'react';
import { rangeText } from '../../../domain/time/ranges.ts';
import { slotCount, type SlotRange } from '../../../domain/time/slots.ts';
import { durationText } from '../../../domain/rooms/durations.ts';
import { wantedRange } from '../../../machines/rooms/slots/view.ts';
import type { RoomSlotsActor } from '../../app/system/flows.ts';
import { SectionErrorBoundary } from '../../app/errors/SectionErrorBoundary.tsx';
import { LazyJoinWaitingList } from '../../bookings/exports.ts';

const Text = styled('p')(({ theme }) => ({
  flexBasis: '100%',
  margin: 0,
  color: theme.vars.palette.text.secondary,
}));

// As high as its button, which is loaded later.
const WaitingListOption = styled('div')({ flexBasis: '100%', minHeight: 44 });

/**
 * If the requested slot range is not free: buttons for the nearest free ranges of the same length, and the waiting list.
 * Nothing while MissedTimesPanel is shown, because it offers the same.
 */
export function NearestTimes({ slots, wanted }: { slots: RoomSlotsActor; wanted: SlotRange }) {
  const labelId = useId();
  const isKnown = useSelector(slots, (snapshot) => snapshot.hasTag('choosable'));
  const context = useSelector(slots, (snapshot) => snapshot.context);
  const { selection, room, date, missed } = context;
  const { isFree, nearest, canWait } = wantedRange(context, wanted);
  if (!isKnown || date === null || missed !== null || isFree) return null;
  const waitingListOption = canWait && (
    <WaitingListOption>
      <SectionErrorBoundary>
        <Suspense>
          <LazyJoinWaitingList times={{ room, date, range: wanted }} />
        </Suspense>
      </SectionErrorBoundary>
    </WaitingListOption>
  );
  if (nearest.length === 0) {
    return (
      <Stack
        direction="row"
        sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', fontSize: 'body2.fontSize' }}
      >
        <Text>
          {`${rangeText(wanted)} is not free, and there is no other free period of ${durationText(slotCount(wanted))} on this day.`}
        </Text>
        {waitingListOption}
      </Stack>
    );
  }
  const choose = (range: SlotRange) => (event: MouseEvent<HTMLElement>) => {
    slots.send({ type: 'slots.rangeChosen', range });
    const cell = event.currentTarget.closest('article')?.querySelector(`[data-slot="${range.start}"]`);
    cell?.scrollIntoView({ block: 'nearest', inline: 'center' });
  };
  return (
    <Stack
      direction="row"
      sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', fontSize: 'body2.fontSize' }}
      role="group"
      aria-labelledby={labelId}
    >
      <Text id={labelId}>{`${rangeText(wanted)} is not free. The nearest free times:`}</Text>
      {nearest.map((range) => (
        <Button
          key={range.start}
          variant="outlined"
          size="small"
          aria-pressed={selection[0] === range.start && selection.length === slotCount(range)}
          onClick={choose(range)}
        >
          <span>{rangeText(range)}</span>
        </Button>
      ))}
      {waitingListOption}
    </Stack>
  );
}
