import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { useSelector } from '@xstate/react';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { LogEntry, Recording } from '../record/recording.ts';
import { lanesOf } from '../record/views.ts';
import { list, log, sequence } from './eventStyles.ts';
import { OUTSIDE_NAME, outcomeText, payloadText, timeText } from './eventText.ts';
import type { Flow } from './inspectorMachine.ts';
import { ValueTree } from './ValueTree.tsx';

interface Props {
  readonly flow: Flow;
  readonly entries: readonly LogEntry[];
  readonly recording: Recording;
  /** Arrows between lanes, instead of a log. */
  readonly isSequence: boolean;
}

/** In order of time, the newest last. The list stays at its end, unless the user has scrolled away. */
export function EventList({ flow, entries, recording, isSequence }: Props) {
  const moment = useSelector(flow, ({ context }) => context.moment);
  const scroller = useRef<HTMLElement>(null);
  const lanes = useMemo(
    () => (isSequence ? lanesOf(entries, recording) : []),
    [entries, isSequence, recording],
  );
  // The tip of the newest arrow is in the middle.
  useLayoutEffect(() => {
    const { current } = scroller;
    const arrow = [...(current?.querySelectorAll<HTMLElement>('.arrow') ?? [])].at(-1);
    if (!current || !arrow || moment !== null || entries.length === 0) return;
    const tip = arrow.classList.contains('right') ? arrow.offsetWidth : 0;
    current.scrollLeft = arrow.offsetLeft + tip - current.clientWidth / 2;
  }, [entries, moment]);

  return (
    <Box
      ref={scroller}
      role="region"
      aria-label={isSequence ? 'Sequence of events' : 'Event log'}
      // Scrolled by the arrow keys.
      tabIndex={0}
      sx={[list, isSequence ? sequence(lanes.length) : log]}
    >
      <div>
        {isSequence && (
          <ul className="lanes" aria-label="Lanes">
            {lanes.map((path, lane) => (
              <li key={path} style={{ gridColumn: lane + 2 }}>
                {path ?? OUTSIDE_NAME}
              </li>
            ))}
          </ul>
        )}
        <List component="ol" disablePadding>
          {entries.map((entry, index) => (
            <EventLine
              key={entry.key}
              flow={flow}
              entry={entry}
              isNewVisit={index > 0 && entries[index - 1]?.visit !== entry.visit}
              isShown={entry.key === moment}
              from={lanes.indexOf(entry.from)}
              to={lanes.indexOf(entry.to)}
            />
          ))}
        </List>
        {entries.length === 0 && <p>There are no events, or none that match the filter.</p>}
      </div>
    </Box>
  );
}

interface LineProps extends Pick<Props, 'flow'> {
  readonly entry: LogEntry;
  readonly isNewVisit: boolean;
  /** The page shows the state after this event. */
  readonly isShown: boolean;
  /** Lanes of the sequence; -1 in the log. */
  readonly from: number;
  readonly to: number;
}

const EventLine = memo(function EventLine({ flow, entry, isNewVisit, isShown, from, to }: LineProps) {
  const [isOpen, setIsOpen] = useState(false);
  const line = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    if (isOpen || isShown) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, isShown]);
  const { type, ...payload } = entry.event;
  const sender = entry.from ?? OUTSIDE_NAME;
  const outcome = outcomeText(entry);
  const name = <b>{entry.times > 1 ? `${type} ×${entry.times}` : type}</b>;
  const direction = from === to ? 'self' : from < to ? 'right' : 'left';
  const columns = { gridColumn: `${Math.min(from, to) + 2} / ${Math.max(from, to) + 2}` };
  return (
    <>
      {isNewVisit && <li className="visit">The site was reloaded</li>}
      <li ref={line} data-event={type} data-outcome={outcome} aria-current={isShown ? 'step' : undefined}>
        <ListItemButton
          selected={isShown}
          aria-expanded={isOpen}
          aria-label={to < 0 ? undefined : `${type} from ${sender} to ${entry.to} ${outcome}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <time>{timeText(entry)}</time>
          {to < 0 ? (
            <>
              <span>{sender}</span>
              <span aria-hidden>→</span>
              <span>{entry.to}</span>
              <span>
                {name} {payloadText(entry)}
              </span>
              <i>{outcome}</i>
            </>
          ) : (
            <span className={`arrow ${direction}`} style={columns}>
              <span>
                {name} <i>{outcome}</i>
              </span>
            </span>
          )}
        </ListItemButton>
        {isOpen && (
          <div className="details">
            <Typography>{`${type} from ${sender} to ${entry.to} at ${timeText(entry)}`}</Typography>
            <Button disabled={isShown} onClick={() => flow.send({ type: 'moment.chosen', key: entry.key })}>
              {isShown ? 'This moment is shown' : 'Show this moment'}
            </Button>
            <ValueTree fields={payload} open={2} />
            <Typography variant="caption" component="pre">
              {entry.outcome?.transitions.join('\n')}
            </Typography>
          </div>
        )}
      </li>
    </>
  );
});
