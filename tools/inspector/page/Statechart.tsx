import { type PointerEvent, use, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { SeenActor } from '../record/recording.ts';
import { drawingOf, presentStates } from './drawing.ts';
import { useStoredState } from './useStoredState.ts';

/** Smaller than this nothing can be read; such a picture is scrolled instead, and then may be larger. */
const SMALLEST_READABLE = 0.62;
const LARGEST_SCROLLED = 0.85;
const ZOOM_STEP = 1.25;

/** Moves the picture, and nothing around it, so that a state that lies outside comes to the middle. */
function bringIntoView(state: Element, frame: Element): void {
  const [it, place] = [state.getBoundingClientRect(), frame.getBoundingClientRect()];
  const isSeen =
    it.left >= place.left && it.right <= place.right && it.top >= place.top && it.bottom <= place.bottom;
  if (isSeen) return;
  frame.scrollBy(
    (it.left + it.right - place.left - place.right) / 2,
    (it.top + it.bottom - place.top - place.bottom) / 2,
  );
}

/** The boxes of states whose names have these letters. */
function statesNamed(frame: Element, letters: string): Element[] {
  const wanted = letters.trim().toLowerCase();
  if (wanted === '') return [];
  return [...frame.querySelectorAll('[data-state-id]')].filter((state) =>
    (state.querySelector('.title')?.textContent ?? '').toLowerCase().includes(wanted),
  );
}

interface Props {
  readonly actor: SeenActor;
  readonly definition: string;
  /** The ids of the transitions that this session has taken. */
  readonly taken: ReadonlySet<string>;
}

/** The picture of an actor's machine, with the states that it is in and the way that it took last. */
export function Statechart({ actor, definition, taken }: Props) {
  const drawing = use(drawingOf(definition));
  /** Null: as large as it can be read. `fit`: all of it, in the place that there is. */
  const [zoom, setZoom] = useStoredState<number | 'fit' | null>('zoom', null);
  const [showsCoverage, setShowsCoverage] = useStoredState('coverage', false);
  const [letters, setLetters] = useState('');
  const [found, setFound] = useState(0);
  const [covered, setCovered] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const scale = useRef(1);

  const { value } = actor.snapshot;
  const present = useMemo(() => (drawing ? presentStates(drawing.machine, value) : null), [drawing, value]);
  const html = useMemo(() => ({ __html: drawing?.svg ?? '' }), [drawing]);

  useLayoutEffect(() => {
    const { current } = frame;
    const picture = current?.querySelector('svg');
    if (!current || !picture) return undefined;
    const { width, height } = picture.viewBox.baseVal;
    const size = (): void => {
      const [across, down] = [current.clientWidth / width, current.clientHeight / height];
      const whole = Math.min(1, across, down);
      const scrolled = Math.max(SMALLEST_READABLE, Math.min(LARGEST_SCROLLED, across));
      const readable = whole < SMALLEST_READABLE ? scrolled : whole;
      scale.current = zoom === 'fit' ? whole : (zoom ?? readable);
      // Rounded down: a part of a pixel more would bring scroll bars.
      picture.style.width = `${Math.floor(width * scale.current)}px`;
      picture.style.height = `${Math.floor(height * scale.current)}px`;
    };
    size();
    const observer = new ResizeObserver(size);
    observer.observe(current);
    return () => observer.disconnect();
  }, [zoom]);

  useLayoutEffect(() => {
    const { current } = frame;
    if (!current || !present) return;
    for (const state of current.querySelectorAll('[data-state-id]')) {
      state.classList.toggle('active', present.ids.has(state.getAttribute('data-state-id') ?? ''));
    }
    const last = new Set(actor.transitions);
    for (const line of current.querySelectorAll('[data-transition-id]')) {
      line.classList.toggle('taken', last.has(line.getAttribute('data-transition-id') ?? ''));
    }
    const innermost = [...current.querySelectorAll('[data-state-id].active')].at(-1);
    if (innermost) bringIntoView(innermost, current);
  }, [present, actor.transitions]);

  useLayoutEffect(() => {
    const lines = [...(frame.current?.querySelectorAll('[data-transition-id]') ?? [])];
    const idOf = (line: Element): string => line.getAttribute('data-transition-id') ?? '';
    for (const line of lines) line.classList.toggle('missed', showsCoverage && !taken.has(idOf(line)));
    const all = new Set(lines.map(idOf));
    const passed = [...all].filter((id) => taken.has(id)).length;
    setCovered(showsCoverage ? `${passed} of ${all.size} transitions taken` : '');
  }, [showsCoverage, taken]);

  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const named = statesNamed(current, letters);
    for (const state of current.querySelectorAll('[data-state-id]')) {
      state.classList.toggle('found', named.includes(state));
    }
    setFound(named.length);
    if (named[0]) bringIntoView(named[0], current);
  }, [letters]);

  if (!drawing) return <p className="empty">This machine could not be drawn; the console says why.</p>;

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType !== 'mouse' || event.buttons !== 1) return;
    event.currentTarget.scrollBy(-event.movementX, -event.movementY);
  };

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
          {letters.trim() === '' ? covered : `${found} ${found === 1 ? 'state' : 'states'} found`}
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
      <div
        className="picture"
        ref={frame}
        role="region"
        aria-label={`Statechart of ${actor.path}`}
        // Scrolled by the arrow keys.
        // oxlint-disable-next-line no-noninteractive-tabindex
        tabIndex={0}
        onPointerMove={drag}
        // Drawn here, of names that the drawing escapes.
        dangerouslySetInnerHTML={html}
      />
    </>
  );
}
