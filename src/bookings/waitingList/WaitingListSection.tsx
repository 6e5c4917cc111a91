import Stack from '@mui/material/Stack';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { selectionOfEntry } from '../../../machines/bookings/waitingList/entry.ts';
import { useCommand } from '../../app/system/command.ts';
import { useFlow } from '../../app/system/flows.ts';
import { useResource } from '../../app/system/resource.ts';
import { WaitCard } from './WaitCard.tsx';

/** Renders nothing if there are no entries. */
export default function WaitingListSection() {
  const list = useResource(useFlow('waitingList', lazyFlows.waitingList));
  const leaving = useCommand(useFlow('leaveWaitingList', lazyFlows.waitingList));
  const joinWaitingList = useFlow('joinWaitingList', lazyFlows.bookingFlows);
  const entries = list.data ?? [];
  const failure = list.failure ?? leaving.failure;

  if (entries.length === 0) return null;
  return (
    <Box
      component="section"
      sx={{ marginBlockStart: 5 }}
      aria-labelledby="waiting-list"
      data-flow="waitingList"
      data-state={list.state}
    >
      <Typography variant="h2" id="waiting-list">
        Waiting list
      </Typography>
      <Stack component="ul" sx={{ gap: 2, marginBlock: 2, marginInline: 0, padding: 0, listStyle: 'none' }}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <WaitCard
              entry={entry}
              level="h3"
              isBusy={entry.id === leaving.input?.id}
              onBook={() =>
                joinWaitingList.send({
                  type: 'joinWaitingList.bookPressed',
                  selection: selectionOfEntry(entry),
                })
              }
              onLeave={() => leaving.send(entry)}
            />
          </li>
        ))}
      </Stack>
      {failure && <FailureAlert failure={failure} />}
    </Box>
  );
}
