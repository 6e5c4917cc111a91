import { use, useLayoutEffect, useRef } from 'react';
import type { Entry } from '../record/recording.ts';
import { OUTSIDE_NAME, timeOf } from './eventWords.ts';
import { MomentContext } from './momentsShown.ts';
import { OpenTransitionContext } from './openSource.ts';
import { ValueTree } from './ValueTree.tsx';

/** An event in full: who sent it, what is in it, which transitions it led through. */
export function EventDetails({ entry }: { entry: Entry }) {
  const { type, ...payload } = entry.event;
  const { moment, show } = use(MomentContext);
  const openTransition = use(OpenTransitionContext);
  const ref = useRef<HTMLDivElement>(null);
  // The last line of the list opens below what can be seen.
  useLayoutEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const hasPayload = Object.keys(payload).length > 0;
  return (
    <div className="details" ref={ref}>
      <p>
        <code>{type}</code> from {entry.from ?? OUTSIDE_NAME} to {entry.to} at {timeOf(entry)}
      </p>
      <button type="button" disabled={moment === entry.key} onClick={() => show(entry.key)}>
        {moment === entry.key ? 'This moment is shown' : 'Show this moment'}
      </button>
      {hasPayload ? <ValueTree fields={payload} open={2} /> : <p className="quiet">Nothing but its type.</p>}
      {entry.outcome !== null && entry.outcome.transitions.length > 0 && (
        <ul className="ways" aria-label="Transitions taken">
          {entry.outcome.transitions.map((id) => (
            <li key={id}>
              <button type="button" title="Open the source" onClick={() => openTransition(entry.to, id)}>
                <code>{id}</code>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
