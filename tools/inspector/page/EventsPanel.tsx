import { useMemo } from 'react';
import { filtered } from '../record/filter.ts';
import type { ActorPath, Recording } from '../record/recording.ts';
import { EventLog } from './EventLog.tsx';
import { SequenceView } from './SequenceView.tsx';
import { useStoredState } from './useStoredState.ts';

type View = 'log' | 'sequence';

const views: readonly { readonly view: View; readonly name: string }[] = [
  { view: 'log', name: 'Log' },
  { view: 'sequence', name: 'Sequence' },
];

/** The filter's choice that goes with the actor chosen in the tree; no actor is called so. */
const CHOSEN = '(chosen)';

interface Props {
  readonly recording: Recording;
  readonly chosen: ActorPath | null;
  readonly isPaused: boolean;
  readonly waiting: number;
  readonly onPause: (isPaused: boolean) => void;
  readonly onClear: () => void;
}

/** What happened, as a list or as arrows between the actors; filtered, paused and cleared. */
export function EventsPanel({ recording, chosen, isPaused, waiting, onPause, onClear }: Props) {
  const [view, setView] = useStoredState<View>('view', 'log');
  const [who, setWho] = useStoredState('filter-actor', '');
  const [text, setText] = useStoredState('filter-text', '');
  const [ownOnly, setOwnOnly] = useStoredState('filter-own', false);

  const actor = who === CHOSEN ? chosen : who || null;
  const { entries } = recording;
  const shown = useMemo(() => filtered(entries, { actor, text, ownOnly }), [entries, actor, text, ownOnly]);
  const names = [...new Set([...recording.actors.keys(), ...(actor === null ? [] : [actor])])];

  return (
    <section className="events" aria-label="Events">
      <header>
        <div className="views" role="group" aria-label="Show events as">
          {views.map(({ view: one, name }) => (
            <button key={one} type="button" aria-pressed={view === one} onClick={() => setView(one)}>
              {name}
            </button>
          ))}
        </div>
        <label>
          <span className="hidden">Actor</span>
          <select value={who} onChange={({ target }) => setWho(target.value)}>
            <option value="">All actors</option>
            <option value={CHOSEN}>The chosen one</option>
            {names.map((path) => (
              <option key={path}>{path}</option>
            ))}
          </select>
        </label>
        <label className="search">
          <span className="hidden">Text</span>
          <input
            type="search"
            value={text}
            placeholder="Type, name or payload"
            spellCheck={false}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <label className="check">
          <input type="checkbox" checked={ownOnly} onChange={({ target }) => setOwnOnly(target.checked)} />
          Only our own events
        </label>
        <span className="count" role="status">
          {shown.length === entries.length ? entries.length : `${shown.length} of ${entries.length}`}
          {isPaused && waiting > 0 && `, ${waiting} waiting`}
        </span>
        <button type="button" aria-pressed={isPaused} onClick={() => onPause(!isPaused)}>
          {isPaused ? 'Go on' : 'Pause'}
        </button>
        <button type="button" onClick={onClear}>
          Clear
        </button>
      </header>
      {view === 'log' ? <EventLog entries={shown} /> : <SequenceView entries={shown} recording={recording} />}
    </section>
  );
}
