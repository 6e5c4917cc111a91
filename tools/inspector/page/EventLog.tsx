import { memo, useState } from 'react';
import type { LogEntry } from '../record/recording.ts';
import { EventDetails } from './EventDetails.tsx';
import { OUTSIDE_NAME, outcomeText, payloadText, timeText } from './eventText.ts';
import { useIsShownMoment } from './shownMoment.ts';
import { NewestScroller } from './NewestScroller.tsx';

const LogLine = memo(function LogLine({ entry }: { entry: LogEntry }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isShown, line] = useIsShownMoment(entry.key);
  const outcome = outcomeText(entry);
  return (
    <li
      ref={line}
      data-event={entry.event.type}
      data-outcome={outcome}
      aria-current={isShown ? 'step' : undefined}
    >
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <time>{timeText(entry)}</time>
        <span className="from">{entry.from ?? OUTSIDE_NAME}</span>
        <span className="arrow" aria-hidden="true">
          →
        </span>
        <span className="to">{entry.to}</span>
        <span className={entry.event.type.startsWith('xstate.') ? 'type quiet' : 'type'}>
          {entry.event.type}
          {entry.times > 1 && <span className="times"> ×{entry.times}</span>}
          <span className="brief">{payloadText(entry)}</span>
        </span>
        <span className="outcome">{outcome}</span>
      </button>
      {isOpen && <EventDetails entry={entry} />}
    </li>
  );
});

/** All events in order of time, the newest last. Each event can be opened to show its details. */
export function EventLog({ entries }: { entries: readonly LogEntry[] }) {
  return (
    <NewestScroller name="Event log">
      <ol className="log">
        {entries.map((entry, index) => [
          isNewVisit(entries[index - 1], entry) && (
            <li key={`visit ${entry.key}`} className="visit">
              The site was reloaded
            </li>
          ),
          <LogLine key={entry.key} entry={entry} />,
        ])}
      </ol>
      {entries.length === 0 && <p className="empty">There are no events, or none that match the filter.</p>}
    </NewestScroller>
  );
}

export const isNewVisit = (before: LogEntry | undefined, entry: LogEntry): boolean =>
  before !== undefined && before.visit !== entry.visit;
