import type { KeyboardEvent, PointerEvent } from 'react';

/** How far an arrow key moves it, in pixels. */
const STEP = 24;
const SMALLEST = 120;
const LARGEST = 900;

const within = (size: number): number => Math.round(Math.min(LARGEST, Math.max(SMALLEST, size)));

interface Props {
  readonly name: string;
  /** Where it stands in the page. */
  readonly area: string;
  /** Which pane it resizes: the one that lies on this side. */
  readonly side: 'left' | 'right' | 'below';
  /** The pane's size in pixels. */
  readonly size: number;
  readonly onSize: (size: number) => void;
}

/** The line between two panes, which is dragged, or moved by the arrow keys. */
export function Divider({ name, area, side, size, onSize }: Props) {
  const isAcross = side === 'below';
  const direction = side === 'left' ? 1 : -1;
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onSize(within(size + direction * (isAcross ? event.movementY : event.movementX)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const keys = isAcross ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
    const move = keys.indexOf(event.key);
    if (move < 0) return;
    event.preventDefault();
    onSize(within(size + direction * (move === 0 ? -STEP : STEP)));
  };
  return (
    <div
      className={`divider ${isAcross ? 'across' : 'upright'}`}
      style={{ gridArea: area }}
      role="separator"
      aria-label={name}
      aria-orientation={isAcross ? 'horizontal' : 'vertical'}
      aria-valuemin={SMALLEST}
      aria-valuemax={LARGEST}
      aria-valuenow={size}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={onKeyDown}
    />
  );
}
