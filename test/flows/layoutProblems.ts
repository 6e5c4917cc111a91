import type { Box } from '../../tools/flows/drawing.ts';
import { crossings, layOut } from '../../tools/flows/drawing/layOut.ts';

/** Lines that slant or have no end, and the number of times that lines pass through a box. */
export async function layoutProblemsOf(box: Box): Promise<string[]> {
  const drawing = await layOut(box);
  const through = crossings(drawing);
  const slanting = drawing.lines.filter(
    ({ points }) =>
      points.length < 2 ||
      points.some(({ x, y }, n) => n > 0 && points[n - 1]?.x !== x && points[n - 1]?.y !== y),
  );
  return [
    ...(through === 0 ? [] : [`${through} lines pass through boxes`]),
    ...slanting.map(({ row, points }) => `${row.transition ?? 'a line'} slants: ${JSON.stringify(points)}`),
  ];
}
