import {
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { selfAndDescendants } from '../../flows/transitions.ts';
import type { Chart } from './drawing.ts';

/** A picture below this scale cannot be read. It is scrolled instead, at a scale of up to MAX_SCROLLED_SCALE. */
const MIN_READABLE_SCALE = 0.62;
const MAX_SCROLLED_SCALE = 0.85;
/** Moving the mouse by this many pixels with its button down drags the picture and is not a click. */
const DRAG_THRESHOLD = 4;

/** A scale. `fit`: the whole picture fits into the frame. Null: like `fit`, but large enough to read. */
export type Zoom = number | 'fit' | null;

/** Scrolls the picture, and nothing around it, so that a state outside the frame moves to the centre. */
function scrollToCentre(state: Element, frame: Element): void {
  const [it, place] = [state.getBoundingClientRect(), frame.getBoundingClientRect()];
  const isSeen =
    it.left >= place.left && it.right <= place.right && it.top >= place.top && it.bottom <= place.bottom;
  if (isSeen) return;
  frame.scrollBy(
    (it.left + it.right - place.left - place.right) / 2,
    (it.top + it.bottom - place.top - place.bottom) / 2,
  );
}

/** A folded state has several. */
const transitionIdsOf = (element: Element): readonly string[] =>
  JSON.parse(
    element.getAttribute('data-transition-ids') ??
      JSON.stringify([element.getAttribute('data-transition-id')]),
  ) as string[];

const findBox = (frame: Element, id: string): Element | null =>
  frame.querySelector(`[data-state-id="${CSS.escape(id)}"]`);

/** The box of the state, or of the folded state around it. */
function visibleBoxOf(frame: Element, { machine }: Chart, id: string): Element | null {
  const around = (node: typeof machine.root | undefined): Element | null =>
    node === undefined ? null : (findBox(frame, node.id) ?? around(node.parent as typeof node | undefined));
  return around(selfAndDescendants(machine.root).find((node) => node.id === id));
}

interface Props {
  readonly name: string;
  readonly svg: string;
  readonly chart: Chart;
  /** Ids of the active states. */
  readonly present: ReadonlySet<string>;
  /** Ids of the last transitions. */
  readonly last: readonly string[];
  /** Ids of the taken transitions, when the others are marked as missed; null when nothing is marked. */
  readonly covered: ReadonlySet<string> | null;
  /** Ids of the states that match the search. */
  readonly found: ReadonlySet<string>;
  readonly zoom: Zoom;
  /** Called with the scale of the picture. */
  readonly onScale: (scale: number) => void;
  readonly onFold: (state: string, isFolded: boolean) => void;
}

/** Marks the active states and the taken transitions. */
export function Picture({ name, svg, chart, present, last, covered, found, zoom, onScale, onFold }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const dragged = useRef(0);
  /** Until the picture has changed. */
  const lastFolded = useRef<string | null>(null);
  const html = useMemo(() => ({ __html: svg }), [svg]);

  useLayoutEffect(() => {
    const { current } = frame;
    const picture = current?.querySelector('svg');
    if (!current || !picture) return undefined;
    const { width, height } = picture.viewBox.baseVal;
    const resize = (): void => {
      const [across, down] = [current.clientWidth / width, current.clientHeight / height];
      const whole = Math.min(1, across, down);
      const scrolled = Math.max(MIN_READABLE_SCALE, Math.min(MAX_SCROLLED_SCALE, across));
      const readable = whole < MIN_READABLE_SCALE ? scrolled : whole;
      const scale = zoom === 'fit' ? whole : (zoom ?? readable);
      // Rounded down: a fraction of a pixel more would show scroll bars.
      picture.style.width = `${Math.floor(width * scale)}px`;
      picture.style.height = `${Math.floor(height * scale)}px`;
      onScale(scale);
    };
    resize();
    const observer = new ResizeObserver(resize);
    observer.observe(current);
    return () => observer.disconnect();
    // oxlint-disable-next-line exhaustive-effect-dependencies -- another picture has other elements
  }, [html, zoom, onScale]);

  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    for (const state of current.querySelectorAll('[data-state-id]')) {
      state.classList.toggle('active', present.has(state.getAttribute('data-state-id') ?? ''));
    }
    for (const line of current.querySelectorAll('[data-transition-id], [data-transition-ids]')) {
      line.classList.toggle(
        'taken',
        transitionIdsOf(line).some((id) => last.includes(id)),
      );
    }
    const innermost = [...current.querySelectorAll('[data-state-id].active')].at(-1);
    const pressed = lastFolded.current === null ? null : findBox(current, lastFolded.current);
    pressed?.querySelector<SVGElement>('[data-fold]')?.focus({ preventScroll: true });
    lastFolded.current = null;
    const shown = pressed ?? innermost;
    if (shown) scrollToCentre(shown, current);
    // oxlint-disable-next-line exhaustive-effect-dependencies -- another picture has other elements
  }, [html, present, last]);

  useLayoutEffect(() => {
    const lines = frame.current?.querySelectorAll('[data-transition-id], [data-transition-ids]') ?? [];
    for (const line of lines) {
      line.classList.toggle(
        'missed',
        covered !== null && !transitionIdsOf(line).some((id) => covered.has(id)),
      );
    }
    // oxlint-disable-next-line exhaustive-effect-dependencies -- another picture has other elements
  }, [html, covered]);

  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const boxes = [...found].map((id) => visibleBoxOf(current, chart, id));
    for (const state of current.querySelectorAll('[data-state-id]')) {
      state.classList.toggle('found', boxes.includes(state));
    }
    if (boxes[0]) scrollToCentre(boxes[0], current);
    // oxlint-disable-next-line exhaustive-effect-dependencies -- another picture has other elements
  }, [html, chart, found]);

  const press = (event: SyntheticEvent): boolean => {
    const target = event.target as Element;
    const fold = target.closest('[data-fold]');
    const state = fold?.getAttribute('data-fold');
    if (!fold || !state) return false;
    lastFolded.current = state;
    onFold(state, fold.getAttribute('aria-expanded') === 'true');
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ' ') && press(event)) event.preventDefault();
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType !== 'mouse' || event.buttons !== 1) return;
    dragged.current += Math.abs(event.movementX) + Math.abs(event.movementY);
    event.currentTarget.scrollBy(-event.movementX, -event.movementY);
  };

  return (
    // oxlint-disable-next-line no-noninteractive-element-interactions -- the handlers serve the buttons inside the picture
    <div
      className="picture"
      ref={frame}
      role="region"
      aria-label={name}
      // The arrow keys scroll the picture.
      // oxlint-disable-next-line no-noninteractive-tabindex
      tabIndex={0}
      onPointerDown={() => (dragged.current = 0)}
      onPointerMove={drag}
      onClick={(event) => dragged.current < DRAG_THRESHOLD && press(event)}
      onKeyDown={onKeyDown}
      // The SVG is generated here, and the drawing escapes all names.
      dangerouslySetInnerHTML={html}
    />
  );
}
