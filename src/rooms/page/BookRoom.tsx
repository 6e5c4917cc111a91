import Stack from '@mui/material/Stack';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { shallowEqual } from '@xstate/react';
import { useSelector } from '../../app/system/useSelector.ts';
import { lazy, Suspense } from 'react';
import type { Room } from '../../../domain/rooms/room.ts';
import { priceOf, rupees, TAX_PERCENT } from '../../../domain/money/pricing.ts';
import { ROOMS_PATH } from '../../../domain/rooms/roomsLink.ts';
import { BookBar } from '../list/BookBar.tsx';
import { useLiveSlots } from '../liveSlots.ts';
import { NearestTimes } from '../list/NearestTimes.tsx';
import { FlowSection } from '../../app/errors/FlowSection.tsx';
import { SlotKeys } from '../slots/SlotKeys.tsx';
import { SlotLegend } from '../slots/SlotLegend.tsx';
import { RoomSlotsSection } from '../slots/RoomSlotsSection.tsx';
import { SlotPicker } from '../slots/SlotPicker.tsx';
import { useFlow, useRoomSlots } from '../../app/system/flows.ts';
import { MissedTimes } from '../../bookings/exports.ts';
import { hiddenWithoutScripts } from '../../ui/theme/hiddenWithoutScripts.ts';
import { Rates } from './Rates.tsx';
import { WeekSkeleton, WeekView } from './WeekView.tsx';

const EditedSearch = lazy(() => import('../list/EditedSearch.tsx'));

const Panel = styled(Card)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(2),
  padding: theme.spacing(2.5),
  [theme.breakpoints.up('md')]: { padding: theme.spacing(3.5) },
})) as typeof Card;

// On a separate line on a phone, otherwise next to the heading.
const Rate = styled('p')(({ theme }) => ({
  margin: 0,
  [theme.breakpoints.up('sm')]: { textAlign: 'end' },
}));

const RateAmount = styled('strong')({ fontSize: '1.5rem', fontWeight: 700, letterSpacing: '-0.01em' });

const RateWithTax = styled('span')(({ theme }) => ({
  display: 'block',
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
}));

const SearchError = styled('p')(({ theme }) => ({
  margin: 0,
  color: theme.vars.palette.error.main,
  fontWeight: 600,
}));

const Choice = styled('div')(({ theme }) => ({
  '&:not([hidden])': {
    display: 'grid',
    gap: theme.spacing(2),
    gridTemplateColumns: 'minmax(0, 1fr)',
    paddingBlockStart: theme.spacing(2),
    borderBlockStart: `1px solid ${theme.vars.palette.line}`,
    ...hiddenWithoutScripts,
  },
}));

const bookButton = { width: { xs: '100%', sm: 'auto' } };

export function BookRoom({ room }: { room: Room }) {
  const search = useFlow('search');
  const today = useSelector(search, ({ context }) => context.today);
  const criteria = useSelector(search, ({ context }) => context.criteria);
  const isEdited = useSelector(search, (snapshot) => snapshot.matches({ results: 'outdated' }));
  const [searchError] = useSelector(search, ({ context }) => Object.values(context.errors), shallowEqual);
  const slots = useRoomSlots(room.id);
  useLiveSlots();

  return (
    <Panel component="section" aria-labelledby="room-times">
      <Stack
        direction="row"
        sx={{ flexWrap: 'wrap', alignItems: 'end', justifyContent: 'space-between', rowGap: 1, columnGap: 3 }}
      >
        <Typography variant="h2" id="room-times">
          When it is free
        </Typography>
        <Rate>
          <RateAmount>{rupees(room.pricePerHour)}</RateAmount> / hr
          <RateWithTax>{`${rupees(priceOf(room.pricePerHour, 2).total, 'always')} with ${TAX_PERCENT}% GST`}</RateWithTax>
        </Rate>
      </Stack>
      <Rates room={room} />
      <FlowSection needs={['week']} fallback="button">
        {today === null ? (
          <WeekSkeleton />
        ) : (
          <WeekView room={room} today={today} chosenDate={criteria?.date ?? null} />
        )}
      </FlowSection>
      {searchError !== undefined && (
        <SearchError role="alert">
          {searchError}. <Link href={ROOMS_PATH}>Change the search</Link>
        </SearchError>
      )}
      {isEdited && criteria && (
        <div role="status">
          <Suspense>
            <EditedSearch criteria={criteria} />
          </Suspense>
        </div>
      )}
      <Choice hidden={isEdited}>
        {criteria ? (
          <>
            <RoomSlotsSection roomId={room.id}>
              <SlotPicker slots={slots} roomName={room.roomName} criteria={criteria} />
            </RoomSlotsSection>
            <SlotLegend />
            {slots && criteria.requestedRange && (
              <NearestTimes slots={slots} wanted={criteria.requestedRange} />
            )}
            {slots && <MissedTimes slots={slots} />}
          </>
        ) : (
          <p style={{ margin: 0 }}>Choose a day above to see its times.</p>
        )}
        <BookBar room={room} slots={slots} buttonSx={bookButton} />
      </Choice>
      <SlotKeys />
    </Panel>
  );
}
