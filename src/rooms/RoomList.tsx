import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { shallowEqual, useSelector } from '@xstate/react';
import type { Ref } from 'react';
import type { Room } from '../../contract/rooms.ts';
import { fullDate } from '../../domain/calendar.ts';
import { CITIES } from '../../domain/validation.ts';
import { AlertIcon, RefreshIcon } from '../icons/interface.tsx';
import { PeopleIcon } from '../icons/pages.tsx';
import { Notice } from '../shell/Notice.tsx';
import { StaleNotice } from '../shell/StaleNotice.tsx';
import { SlotKeys } from '../slots/SlotKeys.tsx';
import { SlotLegend } from '../slots/SlotLegend.tsx';
import { useOptionalFlow } from '../system/flows.ts';
import { useResource } from '../system/resource.ts';
import { VisuallyHidden } from '../theme/VisuallyHidden.tsx';
import { styled } from '@mui/material/styles';
import { withScripts } from '../theme/withScripts.ts';
import { EditedSearch } from './EditedSearch.tsx';
import { people } from './people.ts';
import { RoomCard } from './RoomCard.tsx';
import { RoomCardSkeleton } from './RoomCardSkeleton.tsx';
import { useLiveSlots } from './liveSlots.ts';
import type { SearchCriteria } from '../../machines/events/search.ts';
import { fittingRooms, listedHeadcount } from '../../machines/searchView.ts';

const Section = styled('section')(({ theme }) => ({
  '& > .head': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    justifyContent: 'space-between',
    gap: theme.spacing(1.5, 3),
    marginBlockEnd: theme.spacing(3),
  },
  // Without scripts there is no search form.
  '& > .head p.when': withScripts,
  '& > .head p': {
    margin: theme.spacing(0.5, 0, 0),
    color: theme.vars.palette.text.secondary,
    textWrap: 'balance',
  },
  '& .rooms': {
    display: 'grid',
    // Limits the column to the page: a day's slots are wider.
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: theme.spacing(3),
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  // Stays in view while the rooms are outdated.
  '& > .edited': {
    position: 'sticky',
    insetBlockStart: 64,
    zIndex: 2,
    [theme.breakpoints.up('md')]: { insetBlockStart: 76 },
  },
  '& .rooms[data-outdated]': { filter: 'grayscale(1)' },
  // Rooms far off the screen are neither laid out nor painted.
  '& .rooms > li': {
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 714px',
    [theme.breakpoints.up('sm')]: { containIntrinsicSize: 'auto 480px' },
    [theme.breakpoints.up('md')]: { containIntrinsicSize: 'auto 430px' },
    // content-visibility clips overflow: this leaves room for the card's shadow.
    margin: theme.spacing(-1.5),
    padding: theme.spacing(1.5),
  },
}));

const foundText = (count: number, headcount: number): string =>
  `${count} ${count === 1 ? 'room' : 'rooms'} for ${people(headcount)}`;

/** The city's rooms that seat the headcount, each with its slots (ruling 10). */
export function RoomList({ ref }: { ref: Ref<HTMLElement> }) {
  const search = useOptionalFlow('search');
  const criteria = useSelector(search, (snapshot) => snapshot?.context.criteria ?? null);
  useLiveSlots();
  const { data, failure, isBusy, state, refresh } = useResource('rooms', criteria?.city ?? CITIES[0]);

  const isEdited = useSelector(search, (snapshot) => snapshot?.matches('outdated') ?? false);

  const headcount = useSelector(search, (snapshot) => (snapshot ? listedHeadcount(snapshot.context) : 1));
  const fitting = useSelector(
    search,
    (snapshot) => (snapshot && data ? fittingRooms(snapshot.context, data) : data),
    shallowEqual,
  );
  const largest = Math.max(0, ...(data ?? []).map((room) => room.room_capacity));
  const hasFailed = !data && failure !== null && !isBusy;
  const isListed = fitting ? fitting.length > 0 : !hasFailed;
  const when = criteria
    ? `Times on ${fullDate(criteria.date)}`
    : 'Choose a date above to see when they are free';

  return (
    <Section ref={ref} aria-label="Meeting rooms" data-flow="rooms" data-state={state}>
      <div className="head">
        <div role="status">
          {isListed ? (
            <div>
              <Typography variant="h2">
                {fitting ? foundText(fitting.length, headcount) : 'Meeting rooms'}
              </Typography>
              <p className="when">{fitting ? when : 'Loading the rooms…'}</p>
            </div>
          ) : (
            <VisuallyHidden>
              {fitting ? foundText(0, headcount) : 'The rooms could not be loaded'}
            </VisuallyHidden>
          )}
        </div>
        {isListed && criteria && <SlotLegend />}
      </div>
      <div role="status" className="edited">
        {isEdited && criteria && <EditedSearch criteria={criteria} />}
      </div>
      {hasFailed && (
        <Notice
          icon={<AlertIcon />}
          title="The rooms could not be loaded"
          text={failure.message || 'The server could not be reached or had a problem. Your search is saved.'}
        >
          <Button startIcon={<RefreshIcon />} onClick={refresh}>
            Try again
          </Button>
        </Notice>
      )}
      {data && failure !== null && !isBusy && (
        <StaleNotice
          title="The list of rooms could not be refreshed"
          text={failure.message}
          onRetry={refresh}
        />
      )}
      {!data && !hasFailed && (
        <div className="rooms">
          {[1, 2, 3].map((placeholder) => (
            <RoomCardSkeleton key={placeholder} />
          ))}
        </div>
      )}
      {fitting && fitting.length > 0 && <Rooms rooms={fitting} criteria={criteria} isEdited={isEdited} />}
      {fitting?.length === 0 && (
        <Notice
          icon={<PeopleIcon />}
          title={`No room seats ${people(headcount)}`}
          text={
            largest > 0
              ? `Our largest room seats ${people(largest)}. For a larger group, write to us.`
              : 'There are no rooms in this city yet.'
          }
        >
          {largest > 0 && (
            <>
              <Button onClick={() => search?.send({ type: 'search.linked', headcount: String(largest) })}>
                Show the largest room
              </Button>
              <Button href="/about-us#contact" variant="outlined">
                Write to us
              </Button>
            </>
          )}
        </Notice>
      )}
      <SlotKeys />
    </Section>
  );
}

interface RoomsProps {
  rooms: readonly Room[];
  criteria: SearchCriteria | null;
  /** The form differs from the shown search. */
  isEdited: boolean;
}

const Rooms = ({ rooms, criteria, isEdited }: RoomsProps) => (
  <ul className="rooms" data-outdated={isEdited || undefined}>
    {rooms.map((room, index) => (
      <li key={room.id}>
        <RoomCard room={room} criteria={criteria} isFirst={index === 0} />
      </li>
    ))}
  </ul>
);
