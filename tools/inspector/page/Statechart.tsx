import { useSelector } from '@xstate/react';
import { use, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { SeenActor } from '../record/recording.ts';
import { type Chart, foldedStates, pictureOf, presentStates, statesNamed } from './drawing.ts';
import type { inspectorMachine } from './inspectorMachine.ts';
import { Picture, type Zoom } from './Picture.tsx';
import { useStoredState } from './useStoredState.ts';

const ZOOM_STEP = 1.25;
const NOTHING_FOUND: ReadonlySet<string> = new Set();

interface Props {
  readonly flow: ActorRefFrom<typeof inspectorMachine>;
  readonly actor: SeenActor;
  readonly chart: Chart;
  /** The ids of the transitions that this session has taken. */
  readonly taken: ReadonlySet<string>;
  readonly onSource: (state: string) => void;
}

/** The picture of an actor's machine, with the states that it is in and the way that it took last. */
export function Statechart({ flow, actor, chart, taken, onSource }: Props) {
  const folds = useSelector(flow, ({ context }) => context.folds);
  const [zoom, setZoom] = useStoredState<Zoom>('zoom', null);
  const [showsCoverage, setShowsCoverage] = useStoredState('coverage', false);
  const [letters, setLetters] = useState('');
  const scale = useRef(1);
  const onScale = useCallback((shown: number): void => {
    scale.current = shown;
  }, []);

  const { value } = actor.snapshot;
  const present = useMemo(() => presentStates(chart.machine, value).ids, [chart, value]);
  const folded = foldedStates(chart, present, folds);
  // The picture before stays until the next one is drawn.
  const svg = use(pictureOf(chart, useDeferredValue(JSON.stringify(folded))));
  const found = useMemo(
    () => (letters.trim() === '' ? NOTHING_FOUND : statesNamed(chart, letters)),
    [chart, letters],
  );
  const passed = [...chart.transitions].filter((id) => taken.has(id)).length;
  const covered = showsCoverage ? `${passed} of ${chart.transitions.size} transitions taken` : '';

  if (svg === null) return <p className="empty">This machine could not be drawn; the console says why.</p>;

  const fold = (states: readonly string[], isFolded: boolean): void =>
    flow.send({ type: isFolded ? 'states.folded' : 'states.unfolded', states });

  return (
    <>
      <div className="tools">
        <label className="search">
          <span className="hidden">Find a state</span>
          <input
            type="search"
            value={letters}
            placeholder="Find a state"
            spellCheck={false}
            onChange={({ target }) => setLetters(target.value)}
          />
        </label>
        <span className="count" role="status">
          {letters.trim() === '' ? covered : `${found.size} ${found.size === 1 ? 'state' : 'states'} found`}
        </span>
        <span className="space" />
        <label className="check">
          <input
            type="checkbox"
            checked={showsCoverage}
            onChange={({ target }) => setShowsCoverage(target.checked)}
          />
          Mark what was not taken
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
        onSource={onSource}
      />
    </>
  );
}
