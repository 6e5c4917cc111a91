import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';

const Drawing = styled('svg')(({ theme }) => ({
  width: 72,
  height: 48,
  fill: theme.vars.palette.primary.main,
}));

const TABLE_OPACITY = 0.22;

const seats = (positions: readonly (readonly [number, number])[]): ReactNode =>
  positions.map(([x, y]) => <circle key={`${x} ${y}`} cx={x} cy={y} r={3} />);

const grid = (columns: number, rows: number, x: number, y: number, dx: number, dy: number) =>
  Array.from(
    { length: columns * rows },
    (_, i) => [x + (i % columns) * dx, y + Math.floor(i / columns) * dy] as const,
  );

/** From above. The number of drawn seats has no meaning. */
const drawings: Readonly<Record<string, ReactNode>> = {
  'round table': (
    <>
      <circle opacity={TABLE_OPACITY} cx={36} cy={24} r={11} />
      {seats([
        [36, 7],
        [53, 24],
        [36, 41],
        [19, 24],
      ])}
    </>
  ),
  boardroom: (
    <>
      <rect opacity={TABLE_OPACITY} x={15} y={17} width={42} height={14} rx={5} />
      {seats([...grid(4, 2, 19, 10, 11.3, 28), [8, 24], [64, 24]])}
    </>
  ),
  'u-shape': (
    <>
      <path opacity={TABLE_OPACITY} d="M14 8h44v8H24v16h34v8H14z" />
      {seats([...grid(4, 2, 22, 3.5, 11, 41), ...grid(1, 3, 8, 14, 0, 10)])}
    </>
  ),
  classroom: (
    <>
      {[8, 22, 36].map((y) => (
        <rect key={y} opacity={TABLE_OPACITY} x={10} y={y} width={52} height={4} rx={2} />
      ))}
      {seats(grid(5, 3, 14, 16, 11, 14))}
    </>
  ),
  theatre: (
    <>
      <rect opacity={TABLE_OPACITY} x={20} y={3} width={32} height={6} rx={2} />
      {seats(grid(7, 4, 9, 17, 9, 8.5))}
    </>
  ),
  lounge: (
    <>
      <rect opacity={TABLE_OPACITY} x={10} y={8} width={34} height={9} rx={4} />
      <rect opacity={TABLE_OPACITY} x={50} y={14} width={9} height={24} rx={4} />
      <circle opacity={TABLE_OPACITY} cx={29} cy={28} r={6} />
      {seats([
        [17, 12.5],
        [27, 12.5],
        [37, 12.5],
        [54.5, 20],
        [54.5, 31],
        [14, 37],
        [24, 42],
        [36, 42],
      ])}
    </>
  ),
};

/** Renders nothing for an unknown layout. */
export const LayoutDrawing = ({ name }: { name: string }) =>
  drawings[name] ? (
    <Drawing viewBox="0 0 72 48" aria-hidden="true">
      {drawings[name]}
    </Drawing>
  ) : null;
