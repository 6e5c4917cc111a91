import type { ReactNode } from 'react';
import type { SeenActor, ShownSnapshot } from '../record/recording.ts';
import { ValueTree } from './ValueTree.tsx';

/** What of a snapshot is data: a machine's context, a promise's input, output and error. */
function dataOf({ context, output, error, input }: ShownSnapshot): Record<string, unknown> {
  const own = typeof context === 'object' && context !== null ? (context as ShownSnapshot) : {};
  const rest = Object.entries({ input, output, error }).filter(([, value]) => value !== undefined);
  return { ...own, ...Object.fromEntries(rest) };
}

/** The context of an actor as it is now; what the last event changed is marked. */
export function ContextPanel({ actor, children }: { actor: SeenActor; children?: ReactNode }) {
  const data = dataOf(actor.snapshot);
  return (
    <section className="context" aria-labelledby="context-title">
      <h2 id="context-title">{actor.definition === null ? 'In and out' : 'Context'}</h2>
      {Object.keys(data).length === 0 ? (
        <p className="empty">It keeps nothing.</p>
      ) : (
        <ValueTree key={actor.path} fields={data} before={actor.before && dataOf(actor.before)} />
      )}
      {children}
    </section>
  );
}
