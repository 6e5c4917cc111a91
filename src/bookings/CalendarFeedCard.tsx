import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useSelector } from '../app/system/useSelector.ts';
import { useRef } from 'react';
import { instantText } from '../../domain/time/calendar.ts';
import { FailureAlert } from '../ui/form/FailureAlert.tsx';
import { BusyButton } from '../ui/fields/BusyButton.tsx';
import { RefreshIcon } from '../ui/icons/interface.tsx';
import { FlowSection } from '../app/errors/FlowSection.tsx';
import { lazyFlows } from '../../machines/registry.ts';
import { useFlow } from '../app/system/flows.ts';
import { statePath } from '../app/system/statePath.ts';
import { VisuallyHidden } from '../ui/theme/VisuallyHidden.tsx';
import { RevokeAddressDialog } from './calendarFeed/RevokeAddressDialog.tsx';
import { panelPadding } from '../ui/theme/panelPadding.ts';
import { FeedButtons, FeedNote } from './calendarFeed/feedParts.ts';
import { NewAddress } from './calendarFeed/NewAddress.tsx';
import { useWhileShown } from '../app/system/useWhileShown.ts';
import { useEmitted } from '../app/system/useEmitted.ts';

const Frame = styled(Card)(({ theme }) => ({
  ...panelPadding(theme),
  '@media print': { display: 'none' },
})) as typeof Card;

const CalendarFeedCard = () => (
  <FlowSection needs={['calendarFeed']}>
    <CalendarFeed />
  </FlowSection>
);

function CalendarFeed() {
  const feed = useFlow('calendarFeed', lazyFlows.calendarFeed);
  const state = useSelector(feed, ({ value }) => statePath(value));
  const { address, failure, since } = useSelector(feed, ({ context }) => context);
  const isBusy = useSelector(feed, (snapshot) => snapshot.hasTag('busy'));
  const hasNoAddress = since === null && !['hidden', 'loading', 'failed'].includes(state);
  const isCreating = state === 'checking' || state === 'creating';
  const title = useRef<HTMLHeadingElement>(null);

  useWhileShown(feed, { shown: { type: 'calendarFeed.shown' }, left: { type: 'calendarFeed.left' } });
  useEmitted(feed, 'feedChanged', () => title.current?.focus());

  return (
    <Frame
      component="section"
      aria-labelledby="calendar-feed"
      aria-busy={isBusy}
      data-flow="calendarFeed"
      data-state={state}
    >
      <Typography
        variant="h3"
        component="h2"
        id="calendar-feed"
        ref={title}
        tabIndex={-1}
        sx={{ outline: 'none' }}
      >
        Your calendar
      </Typography>
      <FeedNote>
        See all your bookings in Google, Apple or Outlook Calendar. New, moved and cancelled bookings are
        updated automatically within a few hours.
      </FeedNote>
      <FailureAlert failure={failure} sx={{ marginBlockStart: 2 }} />
      <VisuallyHidden role="status">{busyTexts[state] ?? ''}</VisuallyHidden>
      {state === 'loading' && failure === null && (
        <Skeleton variant="rounded" height={44} sx={{ marginBlockStart: 2, maxWidth: '16rem' }} />
      )}
      {since !== null && address === null && (
        <Alert
          severity="info"
          icon={false}
          role="none"
          sx={{ marginBlockStart: 2 }}
        >{`You have had a calendar link since ${instantText(since)}. It was shown only once. If you have lost it, create a new one.`}</Alert>
      )}
      {address !== null && <NewAddress address={address} />}
      <FeedButtons>
        {state === 'failed' && (
          <Button
            variant="outlined"
            size="small"
            startIcon={<RefreshIcon />}
            onClick={() => feed.send({ type: 'calendarFeed.retried' })}
          >
            Try again
          </Button>
        )}
        {hasNoAddress && (
          <BusyButton
            variant="outlined"
            size="small"
            isBusy={isCreating}
            onClick={() => feed.send({ type: 'calendarFeed.createPressed' })}
          >
            Create a calendar link
          </BusyButton>
        )}
        {since !== null && (
          <>
            <Button
              variant="outlined"
              size="small"
              aria-disabled={isBusy}
              onClick={() => feed.send({ type: 'calendarFeed.renewPressed' })}
            >
              Create a new link
            </Button>
            <BusyButton
              variant="outlined"
              color="error"
              size="small"
              isBusy={state === 'revoking'}
              aria-disabled={isBusy}
              onClick={() => feed.send({ type: 'calendarFeed.revokePressed' })}
            >
              Stop sharing
            </BusyButton>
          </>
        )}
      </FeedButtons>
      <RevokeAddressDialog
        confirmingState="confirmingRenewal"
        title="Create a new calendar link?"
        action="Create a new one"
      />
      <RevokeAddressDialog
        confirmingState="confirmingRevocation"
        title="Stop sharing your bookings?"
        action="Stop sharing"
      />
    </Frame>
  );
}

const busyTexts: Readonly<Record<string, string>> = {
  loading: 'Loading your calendar link',
  checking: 'Creating your calendar link',
  creating: 'Creating your calendar link',
  revoking: 'Removing your calendar link',
};

export default CalendarFeedCard;
