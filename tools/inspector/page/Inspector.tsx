import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { recordingOf } from '../../flows/recording.ts';
import { pathTestOf } from '../record/pathTest.ts';
import { type ActorPath, recordingAt } from '../record/recording.ts';
import { actorTree } from '../record/views.ts';
import { ActorPanel } from './ActorPanel.tsx';
import { ActorTree } from './ActorTree.tsx';
import { Bar } from './Bar.tsx';
import { ContextPanel } from './ContextPanel.tsx';
import { EventsPanel } from './EventsPanel.tsx';
import type { Flow } from './inspectorMachine.ts';
import { saveFile } from './openFile.ts';
import { useStoredState } from './useStoredState.ts';

const layout = {
  display: 'grid',
  gap: '1px',
  minWidth: '44rem',
  height: '100dvh',
  bgcolor: 'divider',
  gridTemplate: {
    xs: `'bar bar' auto 'actors chart' 2fr 'context chart' 3fr 'events events' 3fr / minmax(14rem, 1fr) 3fr`,
    lg: `'bar bar bar' auto 'actors chart context' 3fr 'actors events events' 2fr / 16rem 1fr 20rem`,
  },
  '& > *': { minWidth: 0, minHeight: 0, bgcolor: 'background.paper' },
  '& > section': { display: 'flex', flexDirection: 'column', overflow: 'hidden' },
} as const;

export function Inspector({ flow }: { flow: Flow }) {
  const context = useSelector(flow, (snapshot) => snapshot.context);
  const { connection, file, moment } = context;
  /** Null follows the visitor: the actor of the shown event, or that last moved on an event from outside. */
  const [picked, setPicked] = useStoredState<ActorPath | null>('actor', null);

  const all = file?.recording ?? context.recording;
  const recording = useMemo(() => (moment === null ? all : recordingAt(all, moment)), [all, moment]);
  const lines = actorTree(recording);
  const first = lines.find(({ actor }) => actor.definition !== null && actor.parent !== null)?.actor;
  const { to: followed } =
    recording.entries.findLast(({ key, from, to, outcome }) =>
      moment === null ? from === null && to !== 'root' && outcome?.transitions.length : key === moment,
    ) ?? {};
  const actor = recording.actors.get(picked ?? followed ?? '') ?? first;

  const saved = () => file?.saved ?? recordingOf(context.recording.messages, new Date());
  const saveTest = (path: ActorPath): void => {
    const source = pathTestOf(saved(), path);
    if (source !== null) saveFile(`${path.replaceAll(/[^\w-]/g, '-')}.test.ts`, source);
  };
  const saveRecording = (): void =>
    saveFile(`flows-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`, JSON.stringify(saved()));

  return (
    <Box component="main" sx={layout}>
      <Bar
        flow={flow}
        follows={picked === null}
        onFollow={(follows) => setPicked(follows ? null : (actor?.path ?? null))}
        onSave={saveRecording}
      />
      <Box component="nav" aria-labelledby="actors-title" sx={{ gridArea: 'actors', overflow: 'auto' }}>
        <Typography variant="h2" id="actors-title" sx={{ px: 1.5, pt: 1 }}>
          Actors
        </Typography>
        <ActorTree lines={lines} chosen={actor?.path ?? null} onChoose={setPicked} />
      </Box>
      {actor ? (
        <>
          <ActorPanel actor={actor} onSaveTest={() => saveTest(actor.path)} />
          <ContextPanel
            actor={actor}
            entries={recording.entries}
            // Events can be sent to the shown actors, because they are running.
            isLive={file === null && moment === null && connection === 'connected'}
          />
        </>
      ) : (
        <Typography sx={{ gridArea: 'chart', p: 3 }}>
          This page shows the flows of the site that opened it: <Link href="/?inspect">open the site</Link>.
        </Typography>
      )}
      <EventsPanel flow={flow} recording={recording} />
    </Box>
  );
}
