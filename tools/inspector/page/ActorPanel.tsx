import { Suspense, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { transitionsTakenBy } from '../record/coverage.ts';
import { exportedMachine } from '../record/exportedMachine.ts';
import type { Recording, RecordedActor } from '../record/recording.ts';
import { actorStateText } from './ActorTree.tsx';
import { chartOf, activeStates } from './drawing.ts';
import type { inspectorMachine } from './inspectorMachine.ts';
import { saveFile } from './openFile.ts';
import { Statechart } from './Statechart.tsx';

interface Props {
  readonly flow: ActorRefFrom<typeof inspectorMachine>;
  readonly actor: RecordedActor;
  readonly recording: Recording;
  readonly onSaveTest: () => void;
}

export function ActorPanel({ flow, actor, recording, onSaveTest }: Props) {
  const taken = useMemo(() => transitionsTakenBy(recording, actor), [recording, actor]);
  const { definition, snapshot, transitions } = actor;
  const chart = definition === null ? null : chartOf(definition);
  const tags = chart ? activeStates(chart.machine, snapshot['value']).tags : [];
  return (
    <section className="chart" aria-labelledby="chart-title">
      <header>
        <h2 id="chart-title">{actor.path}</h2>
        <p className="state" data-status={actor.status} data-present={actorStateText(actor)}>
          {actorStateText(actor)}
        </p>
        {definition !== null && (
          <>
            {tags.map((tag) => (
              <span key={tag} className="tag">
                {tag}
              </span>
            ))}
            <span className="space" />
            <button type="button" onClick={onSaveTest}>
              Save as test
            </button>
            <button
              type="button"
              onClick={() => saveFile(`${actor.name.replace(/:.*/, '')}.json`, exportedMachine(definition))}
            >
              Export the machine
            </button>
          </>
        )}
      </header>
      {definition === null ? (
        <p className="empty">
          A promise or a callback has no states. Its input and output are shown on the right.
        </p>
      ) : chart === null ? (
        <p className="empty">This machine could not be read. The console shows the error.</p>
      ) : (
        <Suspense fallback={<p className="empty">Drawing…</p>}>
          <Statechart key={definition} flow={flow} actor={actor} chart={chart} taken={taken} />
        </Suspense>
      )}
      <footer>
        <ul className="last" aria-label="Last transition">
          {transitions.map((id) => (
            <li key={id}>{id}</li>
          ))}
        </ul>
      </footer>
    </section>
  );
}
