import { Suspense, use, useMemo } from 'react';
import { takenBy } from '../record/coverage.ts';
import { exportedMachine } from '../record/exportedMachine.ts';
import type { Recording, SeenActor } from '../record/recording.ts';
import { doing } from './ActorTree.tsx';
import { drawingOf, presentStates } from './drawing.ts';
import { saveFile } from './openFile.ts';
import { Statechart } from './Statechart.tsx';

const Tags = ({ definition, value }: { definition: string; value: unknown }) => {
  const drawing = use(drawingOf(definition));
  const tags = drawing ? presentStates(drawing.machine, value).tags : [];
  return tags.map((tag) => (
    <span key={tag} className="tag">
      {tag}
    </span>
  ));
};

interface Props {
  readonly actor: SeenActor;
  readonly recording: Recording;
  readonly onSaveTest: () => void;
}

/** The chosen actor: where it is, and the picture of its machine. */
export function ActorPanel({ actor, recording, onSaveTest }: Props) {
  const taken = useMemo(() => takenBy(recording, actor), [recording, actor]);
  const { definition, snapshot, transitions } = actor;
  return (
    <section className="chart" aria-labelledby="chart-title">
      <header>
        <h2 id="chart-title">{actor.path}</h2>
        <p className="state" data-status={actor.status} data-present={doing(actor)}>
          {doing(actor)}
        </p>
        {definition !== null && (
          <>
            <Suspense fallback={null}>
              <Tags definition={definition} value={snapshot['value']} />
            </Suspense>
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
          A promise or a callback: it has no states of its own. What went in and came out stands beside.
        </p>
      ) : (
        <Suspense fallback={<p className="empty">Drawing…</p>}>
          <Statechart key={definition} actor={actor} definition={definition} taken={taken} />
        </Suspense>
      )}
      <p className="last" aria-label="Last transition">
        {transitions.join(' · ')}
      </p>
    </section>
  );
}
