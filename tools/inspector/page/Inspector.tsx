import { useSyncExternalStore } from 'react';
import { actorTree } from '../record/actorTree.ts';
import type { ActorPath, Recording } from '../record/recording.ts';
import { ActorPanel } from './ActorPanel.tsx';
import { ActorTree } from './ActorTree.tsx';
import type { Connection, SiteConnection } from './connection.ts';
import { ContextPanel } from './ContextPanel.tsx';
import { EventsPanel } from './EventsPanel.tsx';
import type { Recorder } from './recorder.ts';
import { useStoredState } from './useStoredState.ts';

const connectionNames: Readonly<Record<Connection, string>> = {
  alone: 'Not opened by the site',
  calling: 'Waiting for the site…',
  connected: 'Connected',
  closed: 'The site was closed',
};

/** The machine that took the last event from outside: what the visitor is busy with. */
function busiest({ entries, actors }: Recording): ActorPath | undefined {
  return entries.findLast(
    ({ from, to, outcome }) =>
      from === null && outcome !== null && outcome.transitions.length > 0 && actors.get(to)?.parent !== null,
  )?.to;
}

interface Props {
  readonly recorder: Recorder;
  readonly site: SiteConnection;
}

/** The whole page: actors, the chosen one's statechart and context, and what happens. */
export function Inspector({ recorder, site }: Props) {
  const { recording, isPaused, waiting } = useSyncExternalStore(recorder.subscribe, recorder.shown);
  const connection = useSyncExternalStore(site.subscribe, site.state);
  const [picked, setPicked] = useStoredState<ActorPath | null>('actor', null);
  const [follows, setFollows] = useStoredState('follows', true);

  const lines = actorTree(recording);
  const wanted = follows ? (busiest(recording) ?? picked) : picked;
  const first = lines.find(({ actor }) => actor.definition !== null && actor.parent !== null)?.actor;
  const actor = (wanted === null ? undefined : recording.actors.get(wanted)) ?? first;

  return (
    <div className="inspector">
      <header className="bar">
        <h1>Flows</h1>
        <p className="connection" role="status" data-connection={connection}>
          <span className="dot" aria-hidden="true" />
          {connectionNames[connection]}
        </p>
        <span className="space" />
        <label className="check">
          <input type="checkbox" checked={follows} onChange={({ target }) => setFollows(target.checked)} />
          Follow the visitor
        </label>
        {connection === 'connected' && (
          <button type="button" onClick={site.showSite}>
            Show the site
          </button>
        )}
      </header>
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
          <ActorPanel actor={actor} />
          <ContextPanel actor={actor} />
        </>
      ) : (
        <section className="chart">
          <Nobody connection={connection} />
        </section>
      )}
      <EventsPanel
        recording={recording}
        chosen={actor?.path ?? null}
        isPaused={isPaused}
        waiting={waiting}
        onPause={recorder.setPaused}
        onClear={recorder.clear}
      />
    </div>
  );
}

const Nobody = ({ connection }: { connection: Connection }) => (
  <div className="empty">
    {connection === 'calling' ? (
      <p>The site has not answered yet.</p>
    ) : (
      <p>
        This page shows the flows of a site that opened it: go to{' '}
        <a href="/?inspect">the site with ?inspect</a>, or press <b>Inspect</b> in its corner.
      </p>
    )}
  </div>
);
