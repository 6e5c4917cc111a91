import Box from '@mui/material/Box';
import {
  type SyntheticEvent,
  use,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { type Chart, pictureOf } from './drawing.ts';

/** A line of a folded state stands for several transitions. */
const isLineOf = (line: Element, id: string): boolean =>
  line.getAttribute('data-transition-id') === id ||
  line.getAttribute('data-transition-ids')?.includes(JSON.stringify(id)) === true;

const CENTER = { block: 'center', inline: 'center' } as const;
/** The innermost active state. */
const activeIn = (frame: Element): Element | undefined => [...frame.querySelectorAll('.active')].at(-1);

interface Props {
  readonly name: string;
  readonly chart: Chart;
  /** Ids of the folded states, as JSON. */
  readonly folded: string;
  /** Ids of the active states. */
  readonly present: ReadonlySet<string>;
  /** Ids of the last transitions. */
  readonly last: readonly string[];
  readonly onFold: (state: string, isFolded: boolean) => void;
}

/** Marks the active states and the taken transitions. */
export function Picture({ name, chart, folded, present, last, onFold }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  /** Until the picture has changed. */
  const pressed = useRef<string | null>(null);
  // The previous picture stays visible until the next one is drawn.
  const svg = use(pictureOf(chart, useDeferredValue(folded)));
  // The SVG is generated here, and the drawing escapes all names.
  const html = useMemo(() => ({ __html: svg ?? 'The console shows why it could not be drawn.' }), [svg]);

  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    for (const state of current.querySelectorAll('[data-state-id]')) {
      state.classList.toggle('active', present.has(state.getAttribute('data-state-id') ?? ''));
    }
    for (const line of current.querySelectorAll('[data-transition-id], [data-transition-ids]')) {
      const isTaken = last.some((id) => isLineOf(line, id));
      line.classList.toggle('taken', isTaken);
    }
    const button = current.querySelector<SVGElement>(`[data-fold="${CSS.escape(pressed.current ?? '')}"]`);
    button?.focus({ preventScroll: true });
    pressed.current = null;
    (button ?? activeIn(current))?.scrollIntoView(CENTER);
    // oxlint-disable-next-line exhaustive-effect-dependencies -- another picture has other elements
  }, [html, present, last]);

  useEffect(() => {
    const follow = () => frame.current && activeIn(frame.current)?.scrollIntoView(CENTER);
    addEventListener('resize', follow);
    return () => removeEventListener('resize', follow);
  }, []);

  const press = (event: SyntheticEvent): void => {
    const button = (event.target as Element).closest('[data-fold]');
    if (!button) return;
    event.preventDefault();
    pressed.current = button.getAttribute('data-fold') ?? '';
    onFold(pressed.current, button.getAttribute('aria-expanded') === 'true');
  };

  return (
    <Box
      ref={frame}
      role="region"
      aria-label={name}
      // The arrow keys scroll the picture.
      tabIndex={0}
      onClick={press}
      onKeyDown={(event) => (event.key === 'Enter' || event.key === ' ') && press(event)}
      sx={picture}
      dangerouslySetInnerHTML={html}
    />
  );
}

/** In its own size, in which its text can be read, and in the colours of the site instead of those of the documents. */
const picture = {
  flex: 1,
  display: 'grid',
  overflow: 'auto',
  bgcolor: 'background.default',
  '& svg': { m: 'auto' },
  '& .machine-diagram': {
    '--ink': 'var(--mui-palette-text-primary)',
    '--quiet': 'var(--mui-palette-text-secondary)',
    '--paper': 'var(--mui-palette-background-paper)',
    '--ground': 'var(--mui-palette-background-default)',
    '--line': 'var(--mui-palette-outline)',
    '--event': 'var(--mui-palette-info-main)',
    '--mark': 'var(--mui-palette-secondary-main)',
    '--wash': 'color-mix(in srgb, var(--mark) 14%, var(--paper))',
  },
} as const;
