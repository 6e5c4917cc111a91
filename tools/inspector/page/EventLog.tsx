import { memo, useState } from 'react';
import type { Entry } from '../record/recording.ts';
import { EventDetails } from './EventDetails.tsx';
import { OUTSIDE_NAME, outcomeOf, payloadInBrief, timeOf } from './eventWords.ts';
import { useIsShownMoment } from './momentsShown.ts';
import { NewestScroller } from './NewestScroller.tsx';

const Line = memo(function Line({ entry }: { entry: Entry }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isShown, line] = useIsShownMoment(entry.key);
  const outcome = outcomeOf(entry);
  return (
    <li
      ref={line}
      data-event={entry.event.type}
      data-outcome={outcome}
      aria-current={isShown ? 'step' : undefined}
    >
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <time>{timeOf(entry)}</time>
        <span className="from">{entry.from ?? OUTSIDE_NAME}</span>
        <span className="arrow" aria-hidden="true">
          →
        </span>
        <span className="to">{entry.to}</span>
        <span className={entry.event.type.startsWith('xstate.') ? 'type quiet' : 'type'}>
          {entry.event.type}
          {entry.times > 1 && <span className="times"> ×{entry.times}</span>}
          <span className="brief">{payloadInBrief(entry)}</span>
        </span>
        <span className="outcome">{outcome}</span>
      </button>
      {isOpen && <EventDetails entry={entry} />}
    </li>
  );
});

/** Every event by its time, the newest at the end; each opens to show what is in it. */
export function EventLog({ entries }: { entries: readonly Entry[] }) {
  return (
    <NewestScroller name="Event log">
      <ol className="log">
        {entries.map((entry, index) => [
          isOtherVisit(entries[index - 1], entry) && (
            <li key={`visit ${entry.key}`} className="visit">
              The site was reloaded
            </li>
          ),
          <Line key={entry.key} entry={entry} />,
        ])}
      </ol>
      {entries.length === 0 && <p className="empty">No event, or none that the filter lets through.</p>}
    </NewestScroller>
  );
}

export const isOtherVisit = (before: Entry | undefined, entry: Entry): boolean =>
  before !== undefined && before.visit !== entry.visit;
