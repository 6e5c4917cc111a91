import type { ElkExtendedEdge, ElkNode, ElkPoint } from 'elkjs';
import type { Box, Row } from './box.ts';
import { bundleId, dotId, type ElkGraph, elkGraphOf, rowsId, startId } from './elkGraph.ts';
import { INDENT, MARGIN, ROW_HEIGHT, LINE_SPACING } from './measure.ts';

const HUES = 6;

export type Drawing = ReturnType<typeof drawingOf>;
export type PlacedBox = Drawing['boxes'][number];
export type PlacedLine = Drawing['lines'][number];

/**
 * Places boxes and the lines between them. Deterministic: the same boxes give the same drawing on every machine. ELK
 * draws most machines best when lines leave composites at their sides, but sometimes routes a line through a box; those
 * machines are laid out without that constraint.
 */
export async function layOut(outermost: Box): Promise<Drawing> {
  // Imported lazily, because the library is large.
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js');
  const elk = new Elk();
  const attempt = async (sides: 'FIXED_SIDE' | 'FREE'): Promise<Drawing> => {
    const elkGraph = elkGraphOf(outermost, sides);
    return drawingOf(outermost.title, elkGraph, await elk.layout(elkGraph.graph));
  };
  const fixedSides = await attempt('FIXED_SIDE');
  if (crossings(fixedSides) === 0) return fixedSides;
  const freeSides = await attempt('FREE');
  return crossings(freeSides) < crossings(fixedSides) ? freeSides : fixedSides;
}

/** How many times lines pass through innermost boxes that are neither their source nor their target. */
export const crossings = ({ boxes, lines }: Drawing): number =>
  boxes.flatMap((each) =>
    each.box.boxes.length > 0 ? [] : lines.filter((line) => passesThrough(line, each)),
  ).length;

function passesThrough({ points }: PlacedLine, { x, y, width, height }: PlacedBox): boolean {
  const [start = { x, y }] = points;
  if (start.x > x && start.x < x + width && start.y > y && start.y < y + height) return false;
  return points.some((to, n) => {
    const from = points[n - 1] ?? to;
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
    return n > 0 && right > x + 1 && left < x + width - 1 && bottom > y + 1 && top < y + height - 1;
  });
}

function drawingOf(title: string, { boxes, measured }: ElkGraph, placed: ElkNode) {
  const nodes = new Map<string, ElkNode>();
  const collect = (node: ElkNode): void => {
    nodes.set(node.id, node);
    node.children?.forEach(collect);
  };
  collect(placed);
  const routes = new Map((placed.edges ?? []).map((edge) => [edge.id, routePoints(edge)]));
  const targets = new Set(
    [...measured.values()].flatMap(({ bundles }) => bundles.map(({ target }) => target)),
  );
  const hues = new Map([...targets].map((target, n) => [target, n % HUES]));
  const hueOf = (target = ''): number | null => hues.get(target) ?? null;

  const lines: { row: Partial<Row>; hue: number | null; points: ElkPoint[] }[] = [];
  const placedBox = (box: Box) => {
    const { rows = [], bundles = [], top = 0, gutter = 0 } = measured.get(box.id) ?? {};
    const rowsFrame = rectangle(nodes.get(rowsId(box.id)) ?? nodes.get(box.id));
    const edge = rowsFrame.x + rowsFrame.width;
    const right = edge - gutter - MARGIN;
    const middle = (n: number): number => Math.round(rowsFrame.y + top + (n + 0.5) * ROW_HEIGHT);
    for (const { target, rows: rowNumbers, step } of bundles) {
      const route = routes.get(bundleId(box.id, target)) ?? [];
      const joint = edge - step * LINE_SPACING;
      for (const [nth, n] of rowNumbers.entries()) {
        const start = { x: right + 4, y: middle(n) };
        const branch = [start.y, middle(rowNumbers[0] ?? n)].map((y) => ({ x: joint, y }));
        const points = [start, ...(nth === 0 ? [] : branch), ...route];
        lines.push({ hue: hueOf(target), row: rows[n] ?? {}, points });
      }
    }
    const initial = routes.get(startId(box.id));
    if (initial !== undefined) lines.push({ hue: null, row: {}, points: initial });
    return {
      box,
      ...rectangle(nodes.get(box.id)),
      rows: rows.map((row, n) => ({
        ...row,
        hue: hueOf(row.targets?.[0]),
        y: middle(n),
        // Where the text starts and the arrow ends.
        left: rowsFrame.x + MARGIN + INDENT[row.kind],
        right,
      })),
    };
  };
  return {
    title,
    width: Math.ceil(placed.width ?? 0),
    height: Math.ceil(placed.height ?? 0),
    boxes: boxes.map(placedBox),
    lines,
    dots: boxes
      .flatMap(({ id }) => nodes.get(dotId(id)) ?? [])
      .map(rectangle)
      .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })),
  };
}

/** ELK sometimes omits the corners of a line from a box's side to a box below. */
const routePoints = ({ sections = [] }: ElkExtendedEdge): ElkPoint[] =>
  sections
    .flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])
    .map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))
    .flatMap((point, n, points) => {
      const before = points[n - 1];
      if (before === undefined || before.x === point.x || before.y === point.y) return [point];
      const turn = Math.max(before.y, point.y - 20);
      return [{ x: before.x, y: turn }, { x: point.x, y: turn }, point];
    });

const rectangle = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<ElkNode> = {}) => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});
