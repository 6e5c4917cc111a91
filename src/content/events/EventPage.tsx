import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { brand } from '../../../domain/content/brand.ts';
import { eventDayText, eventEnquiryText, eventTimesText } from '../../../domain/content/events.ts';
import { eventPath } from '../../../domain/content/sitePaths.ts';
import type { ComingEvent } from '../../../machines/content/events/events.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { useResource } from '../../app/system/resource.ts';
import { ArrowRightIcon, RefreshIcon } from '../../ui/icons/interface.tsx';
import { ArrowLeftIcon } from '../../ui/icons/pages.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { PageDescription } from '../../ui/layout/PageDescription.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';

/** Event ids are row numbers. No request is made for any other id. */
const EVENT_ID = /^[1-9]\d{0,8}$/;

const Layout = styled('article')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  marginBlockStart: theme.spacing(2),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1.2fr) minmax(0, 1fr)',
    columnGap: theme.spacing(8),
    alignItems: 'center',
  },
}));

const Photo = styled(Picture)(({ theme }) => ({
  aspectRatio: '4 / 3',
  borderRadius: 28,
  [theme.breakpoints.up('md')]: {
    borderRadius: '50% 50% 28px 28px / 38% 38% 28px 28px',
    aspectRatio: '1 / 1',
  },
}));

const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: theme.spacing(1, 3),
  margin: theme.spacing(4, 0),
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
}));

/** A coming event. */
export default function EventPage() {
  const { id = '' } = useParams();
  return EVENT_ID.test(id) ? <EventById key={id} id={id} /> : <NoSuchEvent />;
}

function EventById({ id }: { id: string }) {
  const flow = useFlow('event', lazyFlows.events);
  const { data: event, failure, isBusy, state, refresh } = useResource(flow, id);
  if (failure && !isBusy && (failure.status === 404 || failure.status === 400)) return <NoSuchEvent />;
  return (
    <Container
      sx={{ paddingBlockStart: 3, paddingBlockEnd: 10 }}
      data-flow="event"
      data-state={state}
      aria-busy={isBusy}
    >
      <Button
        sx={{ marginInlineStart: -1.75 }}
        href="/event-training"
        variant="text"
        startIcon={<ArrowLeftIcon />}
      >
        All events
      </Button>
      <VisuallyHidden role="status">{isBusy && !event ? 'Loading the event' : ''}</VisuallyHidden>
      {event ? (
        <Event event={event} />
      ) : (
        <>
          <PageTitle>Event &amp; Training</PageTitle>
          <VisuallyHidden as="h1">Event &amp; Training</VisuallyHidden>
          {failure && !isBusy ? (
            <Alert
              severity="error"
              sx={{ marginBlockStart: 2 }}
              action={
                <Button startIcon={<RefreshIcon />} onClick={refresh}>
                  Try again
                </Button>
              }
            >
              {failure.message || 'The server could not be reached or had a problem.'}
            </Alert>
          ) : (
            <Layout as="div">
              <Stack sx={{ gap: 2 }}>
                <Skeleton variant="rounded" height={56} width="80%" />
                <Skeleton variant="rounded" height={160} />
              </Stack>
              <Skeleton variant="rounded" height={320} />
            </Layout>
          )}
        </>
      )}
    </Container>
  );
}

function Event({ event }: { event: ComingEvent }) {
  const { id, title, category, date, range, place, summary } = event;
  const enquiry = useFlow('enquiry', lazyFlows.enquiry);
  const times = eventTimesText(range);
  const day = eventDayText(date);
  const enquire = () => {
    const { message = '' } = enquiry.getSnapshot().context.kept;
    enquiry.send({ type: 'form.changed', field: 'enquireFor', value: 'EVENTS' });
    enquiry.send({ type: 'form.changed', field: 'message', value: eventEnquiryText(event, message) });
  };
  return (
    <Layout>
      <PageTitle>{title}</PageTitle>
      <PageDescription path={eventPath(id)}>
        {summary || `${title}: ${day}, at ${place || `${brand.name}, ${brand.city}`}.`}
      </PageDescription>
      <div>
        <Typography variant="overline" sx={{ color: 'text.secondary' }}>
          {category}
        </Typography>
        <Typography variant="h1" sx={{ marginBlockStart: 1, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <Facts>
          <Fact name="Date">{day}</Fact>
          {times && <Fact name="Time">{times}</Fact>}
          {place && <Fact name="Place">{place}</Fact>}
        </Facts>
        {summary && (
          <Typography variant="subtitle1" sx={{ marginBlockEnd: 4, color: 'text.secondary' }}>
            {summary}
          </Typography>
        )}
        <Box>
          <Button href="/#plan" endIcon={<ArrowRightIcon />} onClick={enquire}>
            Enquire about this event
          </Button>
        </Box>
      </div>
      <Photo
        path="/images/room-09-event-hall.jpg"
        alt=""
        sizes="(min-width: 80em) 510px, (min-width: 56.25em) 42vw, calc(100vw - 2rem)"
        firstOn="allScreens"
      />
    </Layout>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const NoSuchEvent = () => (
  <EmptyState title="There is no such event" text="There is no event at this address, or it is over.">
    <PageTitle>Event not found</PageTitle>
    <Button href="/event-training" startIcon={<ArrowLeftIcon />}>
      All events
    </Button>
    <Button href="/meeting-room" variant="outlined">
      Find a meeting room
    </Button>
  </EmptyState>
);
