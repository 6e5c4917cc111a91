import { use, useLayoutEffect, useRef } from 'react';
import type { LogEntry } from '../record/recording.ts';
import { OUTSIDE_NAME, timeText } from './eventText.ts';
import { MomentContext } from './shownMoment.ts';
import { ValueTree } from './ValueTree.tsx';

/** All details of an event: its sender, its payload, and the transitions that it caused. */
export function EventDetails({ entry }: { entry: LogEntry }) {
  const { type, ...payload } = entry.event;
  const { moment, show } = use(MomentContext);
  const ref = useRef<HTMLDivElement>(null);
  // The details of the last line open below the visible part of the list.
  useLayoutEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const hasPayload = Object.keys(payload).length > 0;
  return (
    <div className="details" ref={ref}>
      <p>
        <code>{type}</code> from {entry.from ?? OUTSIDE_NAME} to {entry.to} at {timeText(entry)}
      </p>
      <button type="button" disabled={moment === entry.key} onClick={() => show(entry.key)}>
        {moment === entry.key ? 'This moment is shown' : 'Show this moment'}
      </button>
      {hasPayload ? <ValueTree fields={payload} open={2} /> : <p className="quiet">It has no payload.</p>}
      {entry.outcome !== null && entry.outcome.transitions.length > 0 && (
        <ul className="ways" aria-label="Transitions taken">
          {entry.outcome.transitions.map((id) => (
            <li key={id}>
              <code>{id}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
