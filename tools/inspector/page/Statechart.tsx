import { type PointerEvent, use, useLayoutEffect, useMemo, useRef } from 'react';
import type { SeenActor } from '../record/recording.ts';
import { drawingOf, presentStates } from './drawing.ts';
import { useStoredState } from './useStoredState.ts';

/** Smaller than this nothing can be read; such a picture is scrolled instead, and then may be larger. */
const SMALLEST_FIT = 0.62;
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

interface Props {
  readonly actor: SeenActor;
  readonly definition: string;
}

/** The picture of an actor's machine, with the states that it is in and the way that it took last. */
export function Statechart({ actor, definition }: Props) {
  const drawing = use(drawingOf(definition));
  /** Null: as large as the place allows. */
  const [zoom, setZoom] = useStoredState<number | null>('zoom', null);
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
      const scrolled = Math.max(SMALLEST_FIT, Math.min(LARGEST_SCROLLED, across));
      scale.current = zoom ?? (whole < SMALLEST_FIT ? scrolled : whole);
      picture.style.width = `${width * scale.current}px`;
      picture.style.height = `${height * scale.current}px`;
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
    const taken = new Set(actor.transitions);
    for (const line of current.querySelectorAll('[data-transition-id]')) {
      line.classList.toggle('taken', taken.has(line.getAttribute('data-transition-id') ?? ''));
    }
    const innermost = [...current.querySelectorAll('[data-state-id].active')].at(-1);
    if (innermost) bringIntoView(innermost, current);
  }, [present, actor.transitions]);

  if (!drawing) return <p className="empty">This machine could not be drawn; the console says why.</p>;

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType !== 'mouse' || event.buttons !== 1) return;
    event.currentTarget.scrollBy(-event.movementX, -event.movementY);
  };

  return (
    <>
      <div className="zoom" role="group" aria-label="Size of the picture">
        <button type="button" aria-label="Smaller" onClick={() => setZoom(scale.current / ZOOM_STEP)}>
          −
        </button>
        <button type="button" aria-pressed={zoom === null} onClick={() => setZoom(null)}>
          Fit
        </button>
        <button type="button" aria-label="Larger" onClick={() => setZoom(scale.current * ZOOM_STEP)}>
          +
        </button>
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
