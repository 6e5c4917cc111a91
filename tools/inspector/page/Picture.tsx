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

/** Smaller than this nothing can be read; such a picture is scrolled instead, and then may be larger. */
const SMALLEST_READABLE = 0.62;
const LARGEST_SCROLLED = 0.85;
/** A mouse that was moved so far while its button was down, in pixels, has moved the picture and pressed nothing. */
const DRAGGED = 4;

/** Null: as large as it can be read. `fit`: all of it, in the place that there is. */
export type Zoom = number | 'fit' | null;

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

/** The ids of the transitions that a line or a row shows: in a folded state, several. */
const transitionsShown = (element: Element): readonly string[] =>
  JSON.parse(
    element.getAttribute('data-transition-ids') ??
      JSON.stringify([element.getAttribute('data-transition-id')]),
  ) as string[];

const boxOf = (frame: Element, id: string): Element | null =>
  frame.querySelector(`[data-state-id="${CSS.escape(id)}"]`);

/** The box that shows a state: its own, or that of the folded state around it. */
function boxShowing(frame: Element, { machine }: Chart, id: string): Element | null {
  const around = (node: typeof machine.root | undefined): Element | null =>
    node === undefined ? null : (boxOf(frame, node.id) ?? around(node.parent as typeof node | undefined));
  return around(selfAndDescendants(machine.root).find((node) => node.id === id));
}

interface Props {
  readonly name: string;
  readonly svg: string;
  readonly chart: Chart;
  /** The ids of the states that the machine is in. */
  readonly present: ReadonlySet<string>;
  /** The ids of the transitions that led there. */
  readonly last: readonly string[];
  /** The ids of the transitions that count as taken, when the others are to be marked. */
  readonly covered: ReadonlySet<string> | null;
  /** The ids of the states that are searched for. */
  readonly found: ReadonlySet<string>;
  readonly zoom: Zoom;
  /** Called with the factor by which the picture is shown. */
  readonly onScale: (scale: number) => void;
  readonly onFold: (state: string, isFolded: boolean) => void;
  readonly onSource: (state: string) => void;
}

/** The picture of a machine with the marks of this session. */
export function Picture({
  name,
  svg,
  chart,
  present,
  last,
  covered,
  found,
  zoom,
  onScale,
  onFold,
  onSource,
}: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const dragged = useRef(0);
  /** The state that was folded or unfolded last, until the picture shows it so. */
  const folding = useRef<string | null>(null);
  const html = useMemo(() => ({ __html: svg }), [svg]);

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
      const scale = zoom === 'fit' ? whole : (zoom ?? readable);
      // Rounded down: a part of a pixel more would bring scroll bars.
      picture.style.width = `${Math.floor(width * scale)}px`;
      picture.style.height = `${Math.floor(height * scale)}px`;
      onScale(scale);
    };
    size();
    const observer = new ResizeObserver(size);
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
        transitionsShown(line).some((id) => last.includes(id)),
      );
    }
    const innermost = [...current.querySelectorAll('[data-state-id].active')].at(-1);
    const pressed = folding.current === null ? null : boxOf(current, folding.current);
    pressed?.querySelector<SVGElement>('[data-fold]')?.focus({ preventScroll: true });
    folding.current = null;
    const shown = pressed ?? innermost;
    if (shown) bringIntoView(shown, current);
    // oxlint-disable-next-line exhaustive-effect-dependencies -- another picture has other elements
  }, [html, present, last]);

  useLayoutEffect(() => {
    const lines = frame.current?.querySelectorAll('[data-transition-id], [data-transition-ids]') ?? [];
    for (const line of lines) {
      line.classList.toggle(
        'missed',
        covered !== null && !transitionsShown(line).some((id) => covered.has(id)),
      );
    }
    // oxlint-disable-next-line exhaustive-effect-dependencies -- another picture has other elements
  }, [html, covered]);

  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const boxes = [...found].map((id) => boxShowing(current, chart, id));
    for (const state of current.querySelectorAll('[data-state-id]')) {
      state.classList.toggle('found', boxes.includes(state));
    }
    if (boxes[0]) bringIntoView(boxes[0], current);
    // oxlint-disable-next-line exhaustive-effect-dependencies -- another picture has other elements
  }, [html, chart, found]);

  const press = (event: SyntheticEvent): boolean => {
    const target = event.target as Element;
    const fold = target.closest('[data-fold]');
    const state = fold?.getAttribute('data-fold');
    if (fold && state) {
      folding.current = state;
      onFold(state, fold.getAttribute('aria-expanded') === 'true');
      return true;
    }
    const source = target.closest('[data-source]')?.getAttribute('data-source');
    if (source) onSource(source);
    return Boolean(source);
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
    // oxlint-disable-next-line no-noninteractive-element-interactions -- what is pressed are the buttons in the picture
    <div
      className="picture"
      ref={frame}
      role="region"
      aria-label={name}
      // Scrolled by the arrow keys.
      // oxlint-disable-next-line no-noninteractive-tabindex
      tabIndex={0}
      onPointerDown={() => (dragged.current = 0)}
      onPointerMove={drag}
      onClick={(event) => dragged.current < DRAGGED && press(event)}
      onKeyDown={onKeyDown}
      // Drawn here, of names that the drawing escapes.
      dangerouslySetInnerHTML={html}
    />
  );
}
