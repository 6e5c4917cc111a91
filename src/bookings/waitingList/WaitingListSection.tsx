import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useSelector } from '../../app/system/useSelector.ts';
import { useEffect } from 'react';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { statePath } from '../../app/system/statePath.ts';
import { styled } from '@mui/material/styles';
import { WaitCard } from './WaitCard.tsx';

const Entries = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  margin: theme.spacing(2, 0),
  padding: 0,
  listStyle: 'none',
}));

/** The signed-in user's entries on the waiting list; nothing if there are none. */
export default function WaitingListSection() {
  const waitingList = useFlow('waitingList', lazyFlows.waitingList);
  const state = useSelector(waitingList, ({ value }) => statePath(value));
  const { entries, failure, leavingId } = useSelector(waitingList, ({ context }) => context);

  useEffect(() => {
    waitingList.send({ type: 'waitingList.shown' });
    return () => waitingList.send({ type: 'waitingList.hidden' });
  }, [waitingList]);

  if (entries.length === 0) return null;
  return (
    <Box
      component="section"
      sx={{ marginBlockStart: 5 }}
      aria-labelledby="waiting-list"
      data-flow="waitingList"
      data-state={state}
    >
      <Typography variant="h2" id="waiting-list">
        Waiting list
      </Typography>
      <Entries>
        {entries.map((entry) => (
          <li key={entry.id}>
            <WaitCard
              entry={entry}
              level="h3"
              isBusy={entry.id === leavingId}
              onBook={() => waitingList.send({ type: 'waitingList.bookPressed', entry })}
              onLeave={() => waitingList.send({ type: 'waitingList.leavePressed', id: entry.id })}
            />
          </li>
        ))}
      </Entries>
      {failure && <FailureAlert failure={failure} />}
    </Box>
  );
}
