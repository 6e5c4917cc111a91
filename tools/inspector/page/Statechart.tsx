import { useSelector } from '@xstate/react';
import { use, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { RecordedActor } from '../record/recording.ts';
import { type Chart, foldedStates, pictureOf, activeStates, findStates } from './drawing.ts';
import type { inspectorMachine } from './inspectorMachine.ts';
import { Picture, type Zoom } from './Picture.tsx';
import { useStoredState } from './useStoredState.ts';

const ZOOM_STEP = 1.25;
const NOTHING_FOUND: ReadonlySet<string> = new Set();

interface Props {
  readonly flow: ActorRefFrom<typeof inspectorMachine>;
  readonly actor: RecordedActor;
  readonly chart: Chart;
  /** Ids of the transitions that this session has taken. */
  readonly taken: ReadonlySet<string>;
}

export function Statechart({ flow, actor, chart, taken }: Props) {
  const folds = useSelector(flow, ({ context }) => context.folds);
  const [zoom, setZoom] = useStoredState<Zoom>('zoom', null);
  const [showsCoverage, setShowsCoverage] = useStoredState('coverage', false);
  const [searchText, setSearchText] = useState('');
  const scale = useRef(1);
  const onScale = useCallback((shown: number): void => {
    scale.current = shown;
  }, []);

  const { value } = actor.snapshot;
  const present = useMemo(() => activeStates(chart.machine, value).ids, [chart, value]);
  const folded = foldedStates(chart, present, folds);
  // The previous picture stays visible until the next one is drawn.
  const svg = use(pictureOf(chart, useDeferredValue(JSON.stringify(folded))));
  const found = useMemo(
    () => (searchText.trim() === '' ? NOTHING_FOUND : findStates(chart, searchText)),
    [chart, searchText],
  );
  const takenCount = [...chart.transitions].filter((id) => taken.has(id)).length;
  const covered = showsCoverage ? `${takenCount} of ${chart.transitions.size} transitions taken` : '';

  if (svg === null)
    return <p className="empty">This machine could not be drawn. The console shows the error.</p>;

  const fold = (states: readonly string[], isFolded: boolean): void =>
    flow.send({ type: isFolded ? 'states.folded' : 'states.unfolded', states });

  return (
    <>
      <div className="tools">
        <label className="search">
          <span className="hidden">Find a state</span>
          <input
            type="search"
            value={searchText}
            placeholder="Find a state"
            spellCheck={false}
            onChange={({ target }) => setSearchText(target.value)}
          />
        </label>
        <span className="count" role="status">
          {searchText.trim() === ''
            ? covered
            : `${found.size} ${found.size === 1 ? 'state' : 'states'} found`}
        </span>
        <span className="space" />
        <label className="check">
          <input
            type="checkbox"
            checked={showsCoverage}
            onChange={({ target }) => setShowsCoverage(target.checked)}
          />
          Mark transitions not taken
        </label>
        {chart.foldable.length > 0 && (
          <div className="zoom" role="group" aria-label="States of the picture">
            <button
              type="button"
              disabled={folded.length === chart.foldable.length}
              onClick={() => fold(chart.foldable, true)}
            >
              Fold all
            </button>
            <button type="button" disabled={folded.length === 0} onClick={() => fold(chart.foldable, false)}>
              Unfold all
            </button>
          </div>
        )}
        <div className="zoom" role="group" aria-label="Size of the picture">
          <button type="button" aria-label="Smaller" onClick={() => setZoom(scale.current / ZOOM_STEP)}>
            −
          </button>
          <button
            type="button"
            aria-pressed={zoom === 'fit'}
            onClick={() => setZoom(zoom === 'fit' ? null : 'fit')}
          >
            Fit
          </button>
          <button type="button" aria-label="Larger" onClick={() => setZoom(scale.current * ZOOM_STEP)}>
            +
          </button>
        </div>
      </div>
      <Picture
        name={`Statechart of ${actor.path}`}
        svg={svg}
        chart={chart}
        present={present}
        last={actor.transitions}
        covered={showsCoverage ? taken : null}
        found={found}
        zoom={zoom}
        onScale={onScale}
        onFold={(state, isFolded) => fold([state], isFolded)}
      />
    </>
  );
}
