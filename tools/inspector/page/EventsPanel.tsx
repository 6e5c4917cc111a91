import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { filterEntries } from '../record/filter.ts';
import type { ActorPath, Recording } from '../record/recording.ts';
import { EventLog } from './EventLog.tsx';
import type { inspectorMachine } from './inspectorMachine.ts';
import { MomentContext, type ShownMoment } from './shownMoment.ts';
import { SequenceView } from './SequenceView.tsx';
import { useStoredState } from './useStoredState.ts';

type View = 'log' | 'sequence';

const views: readonly { readonly view: View; readonly name: string }[] = [
  { view: 'log', name: 'Log' },
  { view: 'sequence', name: 'Sequence' },
];

/** No actor has this name. */
const CHOSEN_ACTOR = '(chosen)';

interface Props {
  readonly flow: ActorRefFrom<typeof inspectorMachine>;
  readonly recording: Recording;
  readonly chosen: ActorPath | null;
  readonly waiting: number;
  /** Key of the event whose state is shown; null for the newest. */
  readonly moment: number | null;
}

/** A list, or arrows between the actors. The events can be filtered, paused, cleared, and stepped through. */
export function EventsPanel({ flow, recording, chosen, waiting, moment }: Props) {
  const isPaused = useSelector(flow, (state) => state.matches({ source: { site: 'held' } }));
  const isLive = useSelector(flow, (state) => state.matches({ source: 'site' }));
  const [view, setView] = useStoredState<View>('view', 'log');
  const [actorFilter, setActorFilter] = useStoredState('filter-actor', '');
  const [text, setText] = useStoredState('filter-text', '');
  const [hidesXStateEvents, setHidesXStateEvents] = useStoredState('filter-own', false);

  const actor = actorFilter === CHOSEN_ACTOR ? chosen : actorFilter || null;
  const { entries } = recording;
  const shown = useMemo(
    () => filterEntries(entries, { actor, text, hidesXStateEvents }),
    [entries, actor, text, hidesXStateEvents],
  );
  const names = [...new Set([...recording.actors.keys(), ...(actor === null ? [] : [actor])])];

  /** An index of the shown events, so that stepping skips events that the filter hides. */
  const momentIndex = moment === null ? shown.length : shown.findLastIndex(({ key }) => key <= moment);
  const goToIndex = (index: number): void => {
    const entry = shown[index];
    flow.send(entry ? { type: 'moment.chosen', key: entry.key } : { type: 'moment.left' });
  };
  const previousIndex = moment === null ? shown.length - 2 : momentIndex - 1;
  const moments = useMemo<ShownMoment>(
    () => ({ moment, show: (key) => flow.send({ type: 'moment.chosen', key }) }),
    [flow, moment],
  );

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
          <select value={actorFilter} onChange={({ target }) => setActorFilter(target.value)}>
            <option value="">All actors</option>
            <option value={CHOSEN_ACTOR}>The chosen actor</option>
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
          <input
            type="checkbox"
            checked={hidesXStateEvents}
            onChange={({ target }) => setHidesXStateEvents(target.checked)}
          />
          Hide events of XState
        </label>
        <span className="count" role="status">
          {moment === null
            ? shown.length === entries.length
              ? entries.length
              : `${shown.length} of ${entries.length}`
            : `After event ${momentIndex + 1} of ${shown.length}`}
          {isPaused && waiting > 0 && `, ${waiting} waiting`}
        </span>
        <div className="views" role="group" aria-label="Step through the events">
          <button type="button" disabled={previousIndex < 0} onClick={() => goToIndex(previousIndex)}>
            Back
          </button>
          <button type="button" disabled={moment === null} onClick={() => goToIndex(momentIndex + 1)}>
            Forward
          </button>
          <button type="button" aria-pressed={moment === null} onClick={() => goToIndex(shown.length)}>
            Now
          </button>
        </div>
        {isLive && (
          <>
            <button
              type="button"
              aria-pressed={isPaused}
              onClick={() => flow.send({ type: 'pause.pressed' })}
            >
              {isPaused ? 'Resume' : 'Pause'}
            </button>
            <button type="button" onClick={() => flow.send({ type: 'log.cleared' })}>
              Clear
            </button>
          </>
        )}
      </header>
      <MomentContext value={moments}>
        {view === 'log' ? (
          <EventLog entries={shown} />
        ) : (
          <SequenceView entries={shown} recording={recording} />
        )}
      </MomentContext>
    </section>
  );
}
