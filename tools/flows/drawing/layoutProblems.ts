import { crossings, type Drawing } from './layOut.ts';

/** Lines that slant or have no end, and the number of lines that pass through a box. */
export function layoutProblems(drawing: Drawing): string[] {
  const through = crossings(drawing);
  const slanting = drawing.lines.filter(
    ({ points }) =>
      points.length < 2 ||
      points.some(({ x, y }, n) => {
        const before = points[n - 1];
        return before !== undefined && before.x !== x && before.y !== y;
      }),
  );
  return [
    ...(through === 0 ? [] : [`${through} lines pass through boxes`]),
    ...slanting.map(
      ({ transition, points }) => `${transition ?? 'a line'} slants: ${JSON.stringify(points)}`,
    ),
  ];
}
