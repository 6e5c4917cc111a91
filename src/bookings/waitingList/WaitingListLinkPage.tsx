import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { ClockIcon } from '../../ui/icons/interface.tsx';
import { LinkLoading, LinkNotLoaded } from '../../app/errors/LinkNotices.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { isEntryOver, selectionOfEntry } from '../../../machines/bookings/waitingList/entry.ts';
import { useCommand } from '../../app/system/command.ts';
import { useFlow } from '../../app/system/flows.ts';
import { useResource } from '../../app/system/resource.ts';
import { WaitCard } from './WaitCard.tsx';

/** Opening the page changes nothing, because mail scanners open links. */
export default function WaitingListLinkPage() {
  const list = useResource(useFlow('waitingListLink', lazyFlows.waitingList));
  const leaving = useCommand(useFlow('leaveWaitingListLink', lazyFlows.waitingList));
  const joinWaitingList = useFlow('joinWaitingList', lazyFlows.bookingFlows);
  const failure = list.failure ?? leaving.failure;
  const isOver = isEntryOver(list.failure);
  const entry = isOver ? undefined : list.data?.[0];

  return (
    <Container
      sx={{ maxWidth: '46rem !important', paddingBlock: 5 }}
      data-flow="waitingListLink"
      data-state={list.state}
    >
      <PageTitle>Waiting list</PageTitle>
      {entry && (
        <>
          <WaitCard
            entry={entry}
            level="h1"
            isBusy={leaving.input !== null}
            onBook={() =>
              joinWaitingList.send({
                type: 'joinWaitingList.bookPressed',
                selection: selectionOfEntry(entry),
              })
            }
            onLeave={() => leaving.send(entry)}
          />
          {failure && <FailureAlert failure={failure} />}
        </>
      )}
      {!entry && (list.state === 'empty' || list.isBusy) && <LinkLoading />}
      {!entry && list.state === 'failed' && !isOver && (
        <div role="alert">
          <LinkNotLoaded onRetry={list.refresh} />
        </div>
      )}
      {isOver && (
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
