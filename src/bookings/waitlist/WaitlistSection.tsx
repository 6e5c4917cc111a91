import Typography from '@mui/material/Typography';
import { useSelector } from '../../app/system/useSelector.ts';
import { useEffect } from 'react';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { statePath } from '../../app/system/statePath.ts';
import { styled } from '@mui/material/styles';
import { WaitCard } from './WaitCard.tsx';

const Section = styled('section')(({ theme }) => ({
  marginBlockStart: theme.spacing(5),
  '& ul': {
    display: 'grid',
    gap: theme.spacing(2),
    margin: theme.spacing(2, 0),
    padding: 0,
    listStyle: 'none',
  },
}));

/** The signed-in user's entries on the waiting list; nothing if there are none. */
export default function WaitlistSection() {
  const waits = useFlow('waits', lazyFlows.waits);
  const state = useSelector(waits, ({ value }) => statePath(value));
  const { entries, failure, leavingId } = useSelector(waits, ({ context }) => context);

  useEffect(() => {
    waits.send({ type: 'waits.shown' });
    return () => waits.send({ type: 'waits.hidden' });
  }, [waits]);

  if (entries.length === 0) return null;
  return (
    <Section aria-labelledby="waiting-list" data-flow="waits" data-state={state}>
      <Typography variant="h2" id="waiting-list">
        Waiting list
      </Typography>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <WaitCard
              entry={entry}
              level="h3"
              isBusy={entry.id === leavingId}
              onBook={() => waits.send({ type: 'waits.bookPressed', entry })}
              onLeave={() => waits.send({ type: 'waits.leavePressed', id: entry.id })}
            />
          </li>
        ))}
      </ul>
      {failure && <FailureAlert failure={failure} />}
    </Section>
  );
}
