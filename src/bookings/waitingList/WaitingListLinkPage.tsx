import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import { useSelector } from '../../app/system/useSelector.ts';
import { useEffect } from 'react';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { ClockIcon } from '../../ui/icons/interface.tsx';
import { LinkLoading, LinkNotLoaded } from '../../app/errors/LinkNotices.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { statePath } from '../../app/system/statePath.ts';
import { WaitCard } from './WaitCard.tsx';

/** The page that the link in a waiting list email opens. Opening it changes nothing (decision 0057). */
export default function WaitingListLinkPage() {
  const waitingList = useFlow('waitingListLink', lazyFlows.waitingList);
  const state = useSelector(waitingList, ({ value }) => statePath(value));
  const { entries, failure, leavingId } = useSelector(waitingList, ({ context }) => context);
  const [entry] = entries;

  useEffect(() => {
    waitingList.send({ type: 'waitingList.shown' });
    return () => waitingList.send({ type: 'waitingList.hidden' });
  }, [waitingList]);

  return (
    <Container
      sx={{ maxWidth: '46rem !important', paddingBlock: 5 }}
      data-flow="waitingListLink"
      data-state={state}
    >
      <PageTitle>Waiting list</PageTitle>
      {entry && (
        <>
          <WaitCard
            entry={entry}
            level="h1"
            isBusy={leavingId !== null}
            onBook={() => waitingList.send({ type: 'waitingList.bookPressed', entry })}
            onLeave={() => waitingList.send({ type: 'waitingList.leavePressed', id: entry.id })}
          />
          {failure && <FailureAlert failure={failure} />}
        </>
      )}
      {!entry && (state === 'hidden' || state === 'loading') && <LinkLoading />}
      {!entry && state === 'failed' && (
        <div role="alert">
          <LinkNotLoaded onRetry={() => waitingList.send({ type: 'waitingList.retried' })} />
        </div>
      )}
      {state === 'over' && (
        <Notice
          level="h1"
          icon={<ClockIcon />}
          title="This request is not on the waiting list"
          text="You may have left the list or booked the room, the time may have passed, or the link may be incomplete. My bookings shows what you are waiting for."
        >
          <Button href="/meeting-room">Find a meeting room</Button>
          <Button href="/my-bookings" variant="outlined">
            My bookings
          </Button>
        </Notice>
      )}
    </Container>
  );
}
