import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { shallowEqual } from '@xstate/react';
import { useSelector } from '../../app/system/useSelector.ts';
import type { Ref } from 'react';
import type { Room } from '../../../domain/rooms/room.ts';
import type { Amenity } from '../../../domain/rooms/roomFields.ts';
import { roomsLink } from '../../../domain/rooms/roomsLink.ts';
import { CITIES } from '../../../domain/rooms/city.ts';
import { AlertIcon, RefreshIcon } from '../../ui/icons/interface.tsx';
import { PeopleIcon, SearchIcon } from '../../ui/icons/pages.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';
import { StaleNotice } from '../../app/errors/StaleNotice.tsx';
import { SlotKeys } from '../slots/SlotKeys.tsx';
import { SlotLegend } from '../slots/SlotLegend.tsx';
import { useOptionalFlow, useFlow } from '../../app/system/flows.ts';
import { useResource } from '../../app/system/resource.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { styled } from '@mui/material/styles';
import { hiddenWithoutScripts } from '../../ui/theme/hiddenWithoutScripts.ts';
import EditedSearch from './EditedSearch.tsx';
import { peopleText } from '../../../domain/rooms/roomTexts.ts';
import { RefineResults } from './RefineResults.tsx';
import { foundText, groupHeading, timesText } from './resultsText.ts';
import { RoomCard } from './RoomCard.tsx';
import { RoomCardSkeleton } from './RoomCardSkeleton.tsx';
import { useLiveSlots } from '../liveSlots.ts';
import { useFailedRooms } from './useFailedRooms.ts';
import type { SearchCriteria } from '../../../machines/rooms/search/events.ts';
import { fittingRooms, listedHeadcount, resultGroups } from '../../../machines/rooms/search/view.ts';

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  justifyContent: 'space-between',
  gap: theme.spacing(1.5, 3),
  marginBlockEnd: theme.spacing(3),
  [theme.breakpoints.down('sm')]: { rowGap: theme.spacing(1), marginBlockEnd: theme.spacing(1.5) },
}));

const TimesText = styled('p')(({ theme }) => ({
  margin: theme.spacing(0.5, 0, 0),
  color: theme.vars.palette.text.secondary,
  textWrap: 'balance',
  // Without scripts there is no search form.
  ...hiddenWithoutScripts,
}));

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  // Limits the column to the page's width, because a day's slots are wider.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
  margin: 0,
  padding: 0,
  listStyle: 'none',
}));

// The browser neither lays out nor paints rooms that are far off the screen.
const Item = styled('li')(({ theme }) => ({
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 714px',
  [theme.breakpoints.up('sm')]: { containIntrinsicSize: 'auto 480px' },
  [theme.breakpoints.up('md')]: { containIntrinsicSize: 'auto 430px' },
  // content-visibility clips overflow; the padding leaves space for the card's shadow.
  margin: theme.spacing(-1.5),
  padding: theme.spacing(1.5),
}));

const Group = styled('div')(({ theme }) => ({ marginBlockEnd: theme.spacing(5) }));

const GroupTitle = styled('p')(({ theme }) => ({
  margin: theme.spacing(0, 0, 2.5),
  fontFamily: theme.typography.h3.fontFamily,
  fontSize: '1.25rem',
  [theme.breakpoints.down('sm')]: { marginBlockEnd: theme.spacing(1) },
}));

const NO_AMENITIES: readonly Amenity[] = [];

/** The rooms of the city that seat the headcount (ruling 10). */
export function RoomList({ ref }: { ref: Ref<HTMLElement> }) {
  const search = useOptionalFlow('search');
  const criteria = useSelector(search, (snapshot) => snapshot?.context.criteria ?? null);
  useLiveSlots();
  const { data, failure, isBusy, state, refresh } = useResource(
    useFlow('roomList'),
    criteria?.city ?? CITIES[0],
  );

  const isEdited = useSelector(search, (snapshot) => snapshot?.matches({ results: 'outdated' }) ?? false);

  const results = useOptionalFlow('rooms');
  const searchResults = useSelector(results, (snapshot) => snapshot?.context ?? null);
  const isSearching = useSelector(results, (snapshot) => snapshot?.hasTag('busy') ?? false);
  const wanted = criteria?.requestedRange ?? null;

  const amenities = useSelector(search, (snapshot) => snapshot?.context.amenities ?? NO_AMENITIES);
  const headcount = useSelector(search, (snapshot) => (snapshot ? listedHeadcount(snapshot.context) : 1));
  const fitting = useSelector(
    search,
    (snapshot) => (snapshot && data ? fittingRooms(snapshot.context, data) : data),
    shallowEqual,
  );
  const failedRooms = useFailedRooms(fitting);
  const hasAvailabilityFailed = failedRooms > 1 && failedRooms === fitting?.length;
  const largest = Math.max(0, ...(data ?? []).map((room) => room.roomCapacity));
  const hasFailed = !data && failure !== null && !isBusy;
  const isListed = fitting ? fitting.length > 0 : !hasFailed;
  const groups = resultGroups(fitting, wanted, searchResults?.found ?? []);

  return (
    <section
      ref={ref}
      aria-label="Meeting rooms"
      data-flow="rooms"
      data-state={state}
      data-times={hasAvailabilityFailed ? 'failed' : undefined}
    >
      <div role="status">{isEdited && criteria && <EditedSearch criteria={criteria} />}</div>
      {/* The results of the previous search are hidden, but stay mounted while the form is edited. */}
      <div hidden={isEdited}>
        <Head>
          <div role="status">
            {isListed ? (
              <div>
                <Typography variant="h2">
                  {fitting ? foundText(fitting.length, headcount, amenities) : 'Meeting rooms'}
                </Typography>
                <TimesText>{fitting ? timesText(criteria, groups) : 'Loading the rooms…'}</TimesText>
              </div>
            ) : (
              <VisuallyHidden>
                {fitting ? foundText(0, headcount, amenities) : 'The rooms could not be loaded'}
              </VisuallyHidden>
            )}
          </div>
          {isListed && criteria && <SlotLegend />}
          {search && !hasFailed && <RefineResults />}
        </Head>
        {hasFailed && (
          <Notice
            icon={<AlertIcon />}
            title="The rooms could not be loaded"
            text={
              failure.message || 'The server could not be reached or had a problem. Your search is saved.'
            }
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
        {hasAvailabilityFailed && (
          <StaleNotice
            title="The times of the rooms could not be loaded"
            text="The server could not be reached or had a problem. They will load automatically when you are back online."
            onRetry={() => results?.send({ type: 'data.outdated' })}
          />
        )}
        {searchResults?.failure && results && (
          <StaleNotice
            title="The free rooms could not be listed first"
            text={searchResults.failure.message}
            onRetry={() => results.send({ type: 'rooms.searchRetried' })}
          />
        )}
        {((!data && !hasFailed) || (data && isSearching)) && (
          <List as="div">
            {[1, 2, 3].map((placeholder) => (
              <RoomCardSkeleton key={placeholder} />
            ))}
          </List>
        )}
        {fitting &&
          !isSearching &&
          (wanted && groups
            ? groups.map((group, index) => (
                <Group key={group.match}>
                  <GroupTitle id={`rooms-${group.match}`}>{groupHeading(group.match, wanted)}</GroupTitle>
                  <Rooms
                    rooms={group.rooms}
                    criteria={criteria}
                    isFirst={index === 0}
                    labelId={`rooms-${group.match}`}
                  />
                </Group>
              ))
            : fitting.length > 0 && <Rooms rooms={fitting} criteria={criteria} isFirst />)}
        {fitting?.length === 0 && amenities.length > 0 && (
          <Notice
            icon={<SearchIcon />}
            title="No room has all of that"
            text={`No room for ${peopleText(headcount)} has everything you chose. Remove an amenity to see more rooms.`}
          />
        )}
        {fitting?.length === 0 && amenities.length === 0 && (
          <Notice
            icon={<PeopleIcon />}
            title={`No room seats ${peopleText(headcount)}`}
            text={
              largest > 0
                ? `Our largest room seats ${peopleText(largest)}. For a larger group, write to us.`
                : 'There are no rooms in this city yet.'
            }
          >
            {largest > 0 && (
              <>
                <Button href={roomsLink(largest)}>Show the largest room</Button>
                <Button href="/about-us#contact" variant="outlined">
                  Write to us
                </Button>
              </>
            )}
          </Notice>
        )}
      </div>
      <SlotKeys />
    </section>
  );
}

interface RoomsProps {
  rooms: readonly Room[];
  criteria: SearchCriteria | null;
  /** The first picture of the first list on the page is loaded with priority. */
  isFirst: boolean;
  labelId?: string;
}

const Rooms = ({ rooms, criteria, isFirst, labelId }: RoomsProps) => (
  <List aria-labelledby={labelId}>
    {rooms.map((room, index) => (
      <Item key={room.id}>
        <RoomCard room={room} criteria={criteria} isFirst={isFirst && index === 0} />
      </Item>
    ))}
  </List>
);
