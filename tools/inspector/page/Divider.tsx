import type { KeyboardEvent, PointerEvent } from 'react';

/** How far an arrow key moves the divider, in pixels. */
const STEP = 24;
const MIN_SIZE = 120;
const MAX_SIZE = 900;

const clampSize = (size: number): number => Math.round(Math.min(MAX_SIZE, Math.max(MIN_SIZE, size)));

interface Props {
  readonly name: string;
  /** Its grid area in the page. */
  readonly area: string;
  readonly side: 'left' | 'right' | 'below';
  readonly size: number;
  readonly onSize: (size: number) => void;
}

/** Can be dragged, or moved with the arrow keys. */
export function Divider({ name, area, side, size, onSize }: Props) {
  const isHorizontal = side === 'below';
  const direction = side === 'left' ? 1 : -1;
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onSize(clampSize(size + direction * (isHorizontal ? event.movementY : event.movementX)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const keys = isHorizontal ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
    const move = keys.indexOf(event.key);
    if (move < 0) return;
    event.preventDefault();
    onSize(clampSize(size + direction * (move === 0 ? -STEP : STEP)));
  };
  return (
    <div
      className={`divider ${isHorizontal ? 'across' : 'upright'}`}
      style={{ gridArea: area }}
      role="separator"
      aria-label={name}
      aria-orientation={isHorizontal ? 'horizontal' : 'vertical'}
      aria-valuemin={MIN_SIZE}
      aria-valuemax={MAX_SIZE}
      aria-valuenow={size}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={onKeyDown}
    />
  );
}
