import { useSelector } from '@xstate/react';
import { type CSSProperties, useMemo, useSyncExternalStore } from 'react';
import type { ActorRefFrom } from 'xstate';
import { actorTree } from '../record/actorTree.ts';
import { pathTestOf } from '../record/pathTest.ts';
import { type ActorPath, type LogEntry, recordingAt, type Recording } from '../record/recording.ts';
import { ActorPanel } from './ActorPanel.tsx';
import { ActorTree } from './ActorTree.tsx';
import { Bar } from './Bar.tsx';
import type { Connection, SiteConnection } from './connection.ts';
import { ContextPanel } from './ContextPanel.tsx';
import { Divider } from './Divider.tsx';
import { chartOf } from './drawing.ts';
import { EventsPanel } from './EventsPanel.tsx';
import type { inspectorMachine } from './inspectorMachine.ts';
import { saveFile } from './openFile.ts';
import type { Recorder } from './recorder.ts';
import { SendPanel } from './SendPanel.tsx';
import { useStoredState } from './useStoredState.ts';

/** Whether an event caused a transition of a machine below the root. */
const hasMoved = ({ actors }: Recording, { to, outcome }: LogEntry): boolean =>
  outcome !== null && outcome.transitions.length > 0 && actors.get(to)?.parent !== null;

/** It handled the last event from outside: the visitor is using it. */
const lastActiveMachine = (recording: Recording): ActorPath | undefined =>
  recording.entries.findLast((entry) => entry.from === null && hasMoved(recording, entry))?.to;

interface Props {
  readonly flow: ActorRefFrom<typeof inspectorMachine>;
  readonly recorder: Recorder;
  readonly site: SiteConnection;
}

export function Inspector({ flow, recorder, site }: Props) {
  const live = useSyncExternalStore(recorder.subscribe, recorder.state);
  const connection = useSyncExternalStore(site.subscribe, site.state);
  const file = useSelector(flow, ({ context }) => context.file);
  const moment = useSelector(flow, ({ context }) => context.moment);
  const [picked, setPicked] = useStoredState<ActorPath | null>('actor', null);
  const [sizes, setSizes] = useStoredState('sizes', { left: 248, right: 320, below: 330 });
  const [follows, setFollows] = useStoredState('follows', true);

  const fullRecording = file?.recording ?? live.recording;
  const recording = useMemo(
    () => (moment === null ? fullRecording : recordingAt(fullRecording, moment)),
    [fullRecording, moment],
  );
  const lines = actorTree(recording);
  /** For an event of the past, the actor that handled it. */
  const followed =
    moment === null ? lastActiveMachine(recording) : recording.entries.find(({ key }) => key === moment)?.to;
  const preferredPath = follows ? (followed ?? picked) : picked;
  const first = lines.find(({ actor }) => actor.definition !== null && actor.parent !== null)?.actor;
  const actor = (preferredPath === null ? undefined : recording.actors.get(preferredPath)) ?? first;

  const definition = actor?.definition ?? null;
  const chart = definition === null ? null : chartOf(definition);
  /** Events can be sent to the shown actors, because they are running. */
  const isLive = file === null && moment === null && connection === 'connected';

  const saveTest = (path: ActorPath): void => {
    const source = pathTestOf(file?.saved ?? recorder.save(), path);
    if (source !== null) saveFile(`${path.replaceAll(/[^\w-]/g, '-')}.test.ts`, source);
  };

  return (
    <main
      className="inspector"
      data-past={moment === null ? undefined : true}
      style={
        {
          '--left': `${sizes.left}px`,
          '--right': `${sizes.right}px`,
          '--below': `${sizes.below}px`,
        } as CSSProperties
      }
    >
      <Bar
        flow={flow}
        site={site}
        connection={connection}
        follows={follows}
        onFollow={setFollows}
        onSave={
          fullRecording.visit === null
            ? undefined
            : () => {
                const saved = recorder.save();
                saveFile(`flows-${saved.recordedAt.replaceAll(/[:.]/g, '-')}.json`, JSON.stringify(saved));
              }
        }
      />
      <Divider
        name="Width of the actors"
        area="divider-left"
        side="left"
        size={sizes.left}
        onSize={(left) => setSizes({ ...sizes, left })}
      />
      <Divider
        name="Width of the context"
        area="divider-right"
        side="right"
        size={sizes.right}
        onSize={(right) => setSizes({ ...sizes, right })}
      />
      <Divider
        name="Height of the events"
        area="divider-below"
        side="below"
        size={sizes.below}
        onSize={(below) => setSizes({ ...sizes, below })}
      />
      <nav className="actors" aria-labelledby="actors-title">
        <h2 id="actors-title">Actors</h2>
        <ActorTree
          lines={lines}
          chosen={actor?.path ?? null}
          onChoose={(path) => {
            setFollows(false);
            setPicked(path);
          }}
        />
      </nav>
      {actor ? (
        <>
          <ActorPanel
            flow={flow}
            actor={actor}
            recording={recording}
            onSaveTest={() => saveTest(actor.path)}
          />
          <ContextPanel actor={actor}>
            {isLive && actor.status === 'active' && chart !== null && (
              <SendPanel
                key={actor.sessionId}
                actor={actor}
                chart={chart}
                recording={recording}
                onSend={site.send}
              />
            )}
          </ContextPanel>
        </>
      ) : (
        <section className="chart">
          <NoActor connection={connection} />
        </section>
      )}
      <EventsPanel
        flow={flow}
        recording={recording}
        chosen={actor?.path ?? null}
        waiting={live.pendingCount}
        moment={moment}
      />
    </main>
  );
}

const NoActor = ({ connection }: { connection: Connection }) => (
  <div className="empty">
    {connection === 'calling' ? (
      <p>The site has not responded yet.</p>
    ) : (
      <p>
        This page shows the flows of the site that opened it: go to{' '}
        <a href="/?inspect">the site with ?inspect</a>, or press <b>Inspect</b> in its corner.{' '}
        <b>Open a recording</b> shows one from a file.
      </p>
    )}
  </div>
);
