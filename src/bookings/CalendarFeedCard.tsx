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
import { shownAddress } from '../../machines/bookings/calendarLink.ts';
import { lazyFlows } from '../../machines/registry.ts';
import { useFlow } from '../app/system/flows.ts';
import { statePath } from '../app/system/statePath.ts';
import { VisuallyHidden } from '../ui/theme/VisuallyHidden.tsx';
import { RevokeAddressDialog } from './calendarFeed/RevokeAddressDialog.tsx';
import { panelPadding } from '../ui/theme/panelPadding.ts';
import { FeedButtons, FeedNote } from './calendarFeed/feedParts.ts';
import { NewAddress } from './calendarFeed/NewAddress.tsx';
import { useResource } from '../app/system/resource.ts';
import { useAfterChange } from '../ui/fields/useAfterChange.ts';
import { useWhileShown } from '../app/system/useWhileShown.ts';
import { useEmitted } from '../app/system/useEmitted.ts';

const Frame = styled(Card)(({ theme }) => ({
  ...panelPadding(theme),
  '@media print': { display: 'none' },
})) as typeof Card;

const CalendarFeedCard = () => (
  <FlowSection needs={['calendarFeed', 'calendarLink']}>
    <CalendarFeed />
  </FlowSection>
);

function CalendarFeed() {
  const feed = useResource(useFlow('calendarFeed', lazyFlows.calendarLink));
  const link = useFlow('calendarLink', lazyFlows.calendarLink);
  const step = useSelector(link, ({ value }) => statePath(value));
  const context = useSelector(link, (snapshot) => snapshot.context);
  const isChanging = useSelector(link, (snapshot) => snapshot.hasTag('busy'));
  const { data, state } = feed;
  const address = shownAddress(context, data);
  const since = data?.since ?? null;
  // A failed refresh changes nothing that is shown.
  const failure = context.failure ?? (data === null ? feed.failure : null);
  const isLoading = data === null && state === 'loading';
  // A new address is shown when the feed has been loaded again.
  const isCreating =
    step === 'checking' ||
    step === 'creating' ||
    (context.created !== null && address === null && feed.isBusy);
  const isBusy = isLoading || isChanging || isCreating;
  const title = useRef<HTMLHeadingElement>(null);
  const focusTitle = () => title.current?.focus();

  useWhileShown(link, { left: { type: 'calendarLink.left' } });
  useEmitted(link, 'feedFound', focusTitle);
  // Other buttons are shown. It is undefined before the first load, and again when the session has ended.
  useAfterChange(data?.since, (previous) => {
    if (previous !== undefined && data !== null) focusTitle();
  });

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
      <VisuallyHidden role="status">
        {isLoading ? 'Loading your calendar link' : (busyTexts[step] ?? '')}
      </VisuallyHidden>
      {data === null && state !== 'failed' && (
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
        {state === 'failed' && failure !== null && (
          <Button
            variant="outlined"
            size="small"
            startIcon={<RefreshIcon />}
            onClick={() => link.send({ type: 'calendarLink.retried' })}
          >
            Try again
          </Button>
        )}
        {data?.since === null && (
          <BusyButton
            variant="outlined"
            size="small"
            isBusy={isCreating}
            onClick={() => link.send({ type: 'calendarLink.createPressed' })}
          >
            Create a calendar link
          </BusyButton>
        )}
        {since !== null && (
          <>
            <BusyButton
              variant="outlined"
              size="small"
              isBusy={isCreating}
              aria-disabled={isBusy}
              onClick={() => link.send({ type: 'calendarLink.renewPressed' })}
            >
              Create a new link
            </BusyButton>
            <BusyButton
              variant="outlined"
              color="error"
              size="small"
              isBusy={step === 'revoking'}
              aria-disabled={isBusy}
              onClick={() => link.send({ type: 'calendarLink.revokePressed' })}
            >
              Stop sharing
            </BusyButton>
          </>
        )}
      </FeedButtons>
      <RevokeAddressDialog
        since={since}
        confirmingState="confirmingRenewal"
        title="Create a new calendar link?"
        action="Create a new one"
      />
      <RevokeAddressDialog
        since={since}
        confirmingState="confirmingRevocation"
        title="Stop sharing your bookings?"
        action="Stop sharing"
      />
    </Frame>
  );
}

const busyTexts: Readonly<Record<string, string>> = {
  checking: 'Creating your calendar link',
  creating: 'Creating your calendar link',
  revoking: 'Removing your calendar link',
};

export default CalendarFeedCard;
