import type { ElkExtendedEdge, ElkNode, ElkPoint } from 'elkjs';
import type { Box, Difference, Row } from './box.ts';
import { bundleId, dotId, type ElkGraph, elkGraphOf, rowsId, startId } from './elkGraph.ts';
import { gutter, INDENT, MARGIN, ROW_HEIGHT, LINE_SPACING } from './measure.ts';

const HUES = 6;

export interface PlacedRow extends Row {
  readonly hue: number | null;
  readonly y: number;
  /** Where the text starts and the arrow ends. */
  readonly left: number;
  readonly right: number;
}

export interface PlacedBox {
  readonly box: Box;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rows: readonly PlacedRow[];
}

export interface PlacedLine {
  /**
   * All lines to one box have the same hue, so that a line can be followed through a bundle; null for the line of an initial dot.
   */
  readonly hue: number | null;
  /** Undefined for the line of an initial dot. */
  readonly transition?: string | undefined;
  /** From a folded box: the ids of all transitions that the line represents. */
  readonly transitions?: readonly string[] | undefined;
  readonly change?: Difference | undefined;
  readonly points: readonly ElkPoint[];
}

export interface Drawing {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Outer boxes before inner ones. */
  readonly boxes: readonly PlacedBox[];
  readonly lines: readonly PlacedLine[];
  readonly dots: readonly ElkPoint[];
}

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
  boxes
    .filter(({ box }) => box.boxes.length === 0)
    .reduce((sum, box) => sum + lines.filter((line) => passesThrough(line, box)).length, 0);

function passesThrough({ points }: PlacedLine, { x, y, width, height }: PlacedBox): boolean {
  const isWithin = (point: ElkPoint | undefined): boolean =>
    point !== undefined && point.x > x && point.x < x + width && point.y > y && point.y < y + height;
  if (isWithin(points[0])) return false;
  return points.some((to, n) => {
    const from = points[n - 1];
    if (from === undefined) return false;
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
    return right > x + 1 && left < x + width - 1 && bottom > y + 1 && top < y + height - 1;
  });
}

function drawingOf(title: string, { boxes, measured }: ElkGraph, placed: ElkNode): Drawing {
  const nodes = new Map<string, ElkNode>();
  const collect = (node: ElkNode): void => {
    nodes.set(node.id, node);
    node.children?.forEach(collect);
  };
  collect(placed);

  const routes = new Map((placed.edges ?? []).map((edge) => [edge.id, routePoints(edge)]));
  const lines: PlacedLine[] = [];
  const hues = new Map<string, number>();
  for (const { bundles } of measured.values()) {
    for (const { target } of bundles) if (!hues.has(target)) hues.set(target, hues.size % HUES);
  }
  const hueOf = (target: string | undefined): number | null => hues.get(target ?? '') ?? null;

  const placedBox = (box: Box): PlacedBox => {
    const frame = rectangle(nodes.get(box.id));
    const { rows = [], bundles = [], top = 0 } = measured.get(box.id) ?? {};
    const rowsFrame = rectangle(nodes.get(rowsId(box.id)) ?? nodes.get(box.id));
    const edge = rowsFrame.x + rowsFrame.width;
    const middle = (n: number): number => round(rowsFrame.y + top + (n + 0.5) * ROW_HEIGHT);
    for (const { target, rows: rowNumbers, step } of bundles) {
      const route = routes.get(bundleId(box.id, target)) ?? [];
      for (const [nth, n] of rowNumbers.entries()) {
        const joint = edge - step * LINE_SPACING;
        const start = { x: edge - gutter(bundles) - MARGIN + 4, y: middle(n) };
        const branch =
          nth === 0
            ? [start]
            : [start, { x: joint, y: start.y }, { x: joint, y: middle(rowNumbers[0] ?? n) }];
        lines.push({
          hue: hueOf(target),
          transition: rows[n]?.transition,
          transitions: rows[n]?.transitions,
          change: rows[n]?.change,
          points: [...branch, ...route],
        });
      }
    }
    const initial = routes.get(startId(box.id));
    if (initial !== undefined) lines.push({ hue: null, points: initial });
    return {
      box,
      ...frame,
      rows: rows.map((row, n) => ({
        ...row,
        hue: hueOf(row.targets?.[0]),
        y: middle(n),
        left: rowsFrame.x + MARGIN + INDENT[row.kind],
        right: edge - gutter(bundles) - MARGIN,
      })),
    };
  };

  return {
    title,
    width: Math.ceil(placed.width ?? 0),
    height: Math.ceil(placed.height ?? 0),
    boxes: [...boxes.values()].map(placedBox),
    lines,
    dots: [...boxes.values()]
      .flatMap((box) => nodes.get(dotId(box.id)) ?? [])
      .map((node) => rectangle(node))
      .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })),
  };
}

const routePoints = ({ sections = [] }: ElkExtendedEdge): ElkPoint[] =>
  addMissingCorners(
    sections.flatMap(({ startPoint, bendPoints = [], endPoint }) =>
      [startPoint, ...bendPoints, endPoint].map(({ x, y }) => ({ x: round(x), y: round(y) })),
    ),
  );

/** ELK sometimes omits the corners of a line from a box's side to a box below. */
const addMissingCorners = (points: readonly ElkPoint[]): ElkPoint[] =>
  points.flatMap((point, n) => {
    const before = points[n - 1];
    if (before === undefined || before.x === point.x || before.y === point.y) return [point];
    const turn = Math.max(before.y, point.y - 20);
    return [{ x: before.x, y: turn }, { x: point.x, y: turn }, point];
  });

const round = (pixels: number): number => Math.round(pixels);

const rectangle = (node: ElkNode | undefined) => ({
  x: round(node?.x ?? 0),
  y: round(node?.y ?? 0),
  width: round(node?.width ?? 0),
  height: round(node?.height ?? 0),
});
