import type { ReactNode } from 'react';
import type { RecordedActor, ActorSnapshot } from '../record/recording.ts';
import { ValueTree } from './ValueTree.tsx';

/** A machine's context, or a promise's input, output and error. */
function dataOf({ context, output, error, input }: ActorSnapshot): Record<string, unknown> {
  const contextFields = typeof context === 'object' && context !== null ? (context as ActorSnapshot) : {};
  const rest = Object.entries({ input, output, error }).filter(([, value]) => value !== undefined);
  return { ...contextFields, ...Object.fromEntries(rest) };
}

/** The changes of the last event are marked. */
export function ContextPanel({ actor, children }: { actor: RecordedActor; children?: ReactNode }) {
  const data = dataOf(actor.snapshot);
  return (
    <section className="context" aria-labelledby="context-title">
      <h2 id="context-title">{actor.definition === null ? 'Input and output' : 'Context'}</h2>
      {Object.keys(data).length === 0 ? (
        <p className="empty">It has no data.</p>
      ) : (
        <ValueTree key={actor.path} fields={data} before={actor.before && dataOf(actor.before)} />
      )}
      {children}
    </section>
  );
}
