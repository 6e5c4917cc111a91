import { type CSSProperties, memo, useMemo, useState } from 'react';
import type { LogEntry, Recording } from '../record/recording.ts';
import { sequenceOf, type Step } from '../record/sequence.ts';
import { EventDetails } from './EventDetails.tsx';
import { isNewVisit } from './EventLog.tsx';
import { OUTSIDE_NAME, outcomeText, timeText } from './eventText.ts';
import { useIsShownMoment } from './shownMoment.ts';
import { NewestScroller } from './NewestScroller.tsx';

/** At most this many arrows are drawn; the log has more events. */
const MAX_STEPS = 300;

const directionOf = ({ from, to }: Step): string => (from === to ? 'self' : from < to ? 'right' : 'left');

const Arrow = memo(function Arrow({ entry, from, to }: Step) {
  const [isOpen, setIsOpen] = useState(false);
  const [isShown, line] = useIsShownMoment(entry.key);
  const outcome = outcomeText(entry);
  const place = { '--left': Math.min(from, to), '--span': Math.abs(to - from) } as CSSProperties;
  return (
    <li
      ref={line}
      aria-current={isShown ? 'step' : undefined}
      data-event={entry.event.type}
      data-from={entry.from ?? OUTSIDE_NAME}
      data-to={entry.to}
      data-outcome={outcome}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={`${entry.event.type} from ${entry.from ?? OUTSIDE_NAME} to ${entry.to} ${outcome}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <time>{timeText(entry)}</time>
        <span className={`way ${directionOf({ entry, from, to })}`} style={place}>
          <span className="label">
            <span className={entry.event.type.startsWith('xstate.') ? 'type quiet' : 'type'}>
              {entry.event.type}
              {entry.times > 1 && ` ×${entry.times}`}
            </span>
            {outcome !== '' && <span className="outcome">{outcome}</span>}
          </span>
          <span className="tip" />
        </span>
      </button>
      {isOpen && <EventDetails entry={entry} />}
    </li>
  );
});

interface Props {
  readonly entries: readonly LogEntry[];
  readonly recording: Recording;
}

/** From top to bottom: a lane for each actor, an arrow for each event. */
export function SequenceView({ entries, recording }: Props) {
  const drawnEntries = useMemo(() => entries.slice(-MAX_STEPS), [entries]);
  const { lanes, steps } = useMemo(() => sequenceOf(drawnEntries, recording), [drawnEntries, recording]);
  return (
    <NewestScroller name="Sequence of events">
      <div className="sequence" style={{ '--lanes': lanes.length } as CSSProperties}>
        <ul className="lanes" aria-label="Lanes">
          {lanes.map((path) => (
            <li key={path ?? OUTSIDE_NAME} data-lane={path ?? OUTSIDE_NAME} title={path ?? undefined}>
              {path ?? OUTSIDE_NAME}
            </li>
          ))}
        </ul>
        {drawnEntries.length < entries.length && <p className="earlier">Earlier events are in the log.</p>}
        <ol className="steps">
          {steps.map((step, index) => [
            isNewVisit(steps[index - 1]?.entry, step.entry) && (
              <li key={`visit ${step.entry.key}`} className="visit">
                The site was reloaded
              </li>
            ),
            <Arrow key={step.entry.key} {...step} />,
          ])}
        </ol>
      </div>
      {entries.length === 0 && <p className="empty">There are no events, or none that match the filter.</p>}
    </NewestScroller>
  );
}
