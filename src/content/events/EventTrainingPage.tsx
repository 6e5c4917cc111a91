import Alert from '@mui/material/Alert';
import Card from '@mui/material/Card';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import TextField from '@mui/material/TextField';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Button from '@mui/material/Button';
import { useState } from 'react';
import {
  eventDayText,
  eventTimesText,
  foundEventsText,
  isEventFound,
} from '../../../domain/content/events.ts';
import { eventPath } from '../../../domain/content/sitePaths.ts';
import { messages } from '../../../domain/text/messages.ts';
import { dayAndMonth } from '../../../domain/time/calendar.ts';
import type { ComingEvent } from '../../../machines/content/events/events.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { useResource } from '../../app/system/resource.ts';
import { ArrowRightIcon, RefreshIcon } from '../../ui/icons/interface.tsx';
import { SearchIcon } from '../../ui/icons/pages.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { CardLink } from '../../ui/layout/CardLink.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { styled } from '@mui/material/styles';
import { translucent } from '../../ui/theme/translucent.ts';

const Panel = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  overflow: 'hidden',
  marginBlockStart: theme.spacing(5),
  borderRadius: 32,
  backgroundColor: theme.vars.palette.night,
  color: theme.vars.palette.common.white,
  isolation: 'isolate',
  [theme.breakpoints.up('sm')]: { borderRadius: '50% 50% 32px 32px / 90% 90% 32px 32px' },
}));

const Photo = styled(Picture)({ gridArea: '1 / 1', minHeight: '34rem', height: '100%', opacity: 0.42 });

const Words = styled('div')(({ theme }) => ({
  gridArea: '1 / 1',
  position: 'relative',
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  padding: theme.spacing(10, 3, 7),
  textAlign: 'center',
  // Darkest behind the text, so that its contrast is sufficient on any picture (WCAG 1.4.3).
  background: `radial-gradient(closest-side, ${translucent(theme.vars.palette.night, 94)}, ${translucent(theme.vars.palette.night, 78)} 70%, transparent)`,
  [theme.breakpoints.up('sm')]: { padding: theme.spacing(16, 6, 9) },
}));

// The picture is dark in both colour schemes.
const LightButton = styled(Button)(({ theme }) => ({
  backgroundColor: theme.vars.palette.nightText,
  color: theme.vars.palette.brand.ink,
  '&:hover': { backgroundColor: theme.vars.palette.common.white },
}));

const LightOutlinedButton = styled(Button)(({ theme }) => ({
  borderColor: translucent('currentColor', 70),
  color: theme.vars.palette.common.white,
  '&:hover': { backgroundColor: translucent('currentColor', 14), borderColor: 'currentColor' },
}));

const EventList = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2.5),
  margin: theme.spacing(3, 0, 0),
  padding: 0,
  listStyle: 'none',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));

const EventCard = styled(Card)(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: theme.spacing(2.5),
  height: '100%',
  padding: theme.spacing(2.5),
  transition: 'box-shadow 200ms',
  '&:hover': { boxShadow: theme.vars.shadows[4] },
})) as typeof Card;

const DayTile = styled('div')(({ theme }) => ({
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'center',
  width: '4.25rem',
  height: '4.75rem',
  borderRadius: '34px 34px 16px 16px',
  backgroundColor: theme.vars.palette.tint,
  color: theme.vars.palette.primary.main,
  lineHeight: 1.2,
  '& strong': { ...theme.typography.h3, lineHeight: 1.1 },
}));

/** The search box has an effect only while there are events (ruling 24). */
export default function EventTrainingPage() {
  const coming = useResource(useFlow('comingEvents', lazyFlows.events), 'all');
  const [search, setSearch] = useState('');
  const { data: events, failure, isBusy, state, refresh } = coming;
  const hasEvents = events !== null && events.length > 0;
  const found = events?.filter((event) => isEventFound(event, search)) ?? [];
  return (
    <Container sx={{ paddingBlockStart: 5, paddingBlockEnd: 9 }}>
      <PageTitle>Event & Training</PageTitle>
      <Box role="search" sx={{ maxWidth: '34rem', marginInline: 'auto' }}>
        <TextField
          label={
            <>
              <SearchIcon />
              Search events and training
            </>
          }
          type="search"
          name="search"
          autoComplete="off"
          helperText={
            hasEvents ? foundEventsText(found.length, events.length) : 'There are no events to search yet.'
          }
          onChange={({ target }) => setSearch(target.value)}
        />
      </Box>
      <Panel>
        <Photo
          imageSx={{ position: 'absolute', inset: 0 }}
          path="/images/room-09-event-hall.jpg"
          alt=""
          sizes="(min-width: 80em) 1216px, calc(100vw - 2rem)"
          firstOn="allScreens"
        />
        <Words>
          <Typography variant="overline" sx={{ color: 'brand.brass' }}>
            Event &amp; Training
          </Typography>
          <Typography variant="h1" sx={{ maxWidth: '10.5em', marginBlockStart: 1.5, marginBlockEnd: 2 }}>
            {messages.events.underDevelopment}
          </Typography>
          <Typography variant="subtitle1" sx={{ maxWidth: '29.5em', marginBlockEnd: 4, textWrap: 'balance' }}>
            {hasEvents
              ? 'The coming talks and training days are below. '
              : 'A calendar of talks, launches and training days will appear here. '}
            The halls are already open: tell us about your event, or book a room for it today.
          </Typography>
          <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'center', gap: 1.5 }}>
            <LightButton href="/#plan" endIcon={<ArrowRightIcon />}>
              Plan an event with us
            </LightButton>
            <LightOutlinedButton href="/meeting-room" variant="outlined">
              Find a meeting room
            </LightOutlinedButton>
          </Stack>
        </Words>
      </Panel>
      <div data-flow="comingEvents" data-state={state} aria-busy={isBusy}>
        {hasEvents && <ComingEvents events={found} />}
        {events === null && failure && !isBusy && (
          <Alert
            severity="error"
            sx={{ marginBlockStart: 5 }}
            action={
              <Button startIcon={<RefreshIcon />} onClick={refresh}>
                Try again
              </Button>
            }
          >
            {failure.message || 'The coming events could not be loaded.'}
          </Alert>
        )}
      </div>
    </Container>
  );
}

const ComingEvents = ({ events }: { events: readonly ComingEvent[] }) => (
  <Box component="section" aria-labelledby="coming-events" sx={{ marginBlockStart: 8 }}>
    <Typography variant="h2" id="coming-events">
      Coming events
    </Typography>
    {events.length === 0 && (
      <Typography sx={{ marginBlockStart: 2, color: 'text.secondary' }}>
        No coming event matches the search.
      </Typography>
    )}
    <EventList>
      {events.map((event) => (
        <li key={event.id}>
          <ComingEventCard event={event} />
        </li>
      ))}
    </EventList>
  </Box>
);

function ComingEventCard({ event }: { event: ComingEvent }) {
  const { id, title, category, date, range, place, summary } = event;
  const tile = date === null ? null : dayAndMonth(date);
  const whenAndWhere = [eventTimesText(range), place].filter(Boolean).join(', ');
  return (
    <EventCard component="article" aria-labelledby={`event-${id}`}>
      <DayTile aria-hidden="true">
        {tile === null ? (
          'Soon'
        ) : (
          <>
            <strong>{tile.day}</strong>
            <span>{tile.month}</span>
          </>
        )}
      </DayTile>
      <Stack sx={{ gap: 0.5, minWidth: 0 }}>
        <Typography variant="overline" sx={{ color: 'text.secondary', lineHeight: 1.6 }}>
          {category}
        </Typography>
        <Typography variant="h4" component="h3" id={`event-${id}`} sx={{ overflowWrap: 'anywhere' }}>
          <CardLink href={eventPath(id)}>{title}</CardLink>
        </Typography>
        <Typography>{eventDayText(date)}</Typography>
        {whenAndWhere && <Typography>{whenAndWhere}</Typography>}
        {summary && <Typography sx={{ color: 'text.secondary' }}>{summary}</Typography>}
      </Stack>
    </EventCard>
  );
}
