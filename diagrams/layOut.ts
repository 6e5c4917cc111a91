import type { ElkExtendedEdge, ElkNode, ElkPoint, ElkPort, LayoutOptions } from 'elkjs';
import type { Box, Row } from './box.ts';
import { textWidth, wrapped } from './text.ts';

/** Pixels. */
export const TEXT = { title: 14, tag: 10, row: 12 } as const;
export const TITLE_HEIGHT = 26;
export const ROW_HEIGHT = 17;
export const MARGIN = 10;
/** How far rows of each kind are moved in. */
export const INDENT: Readonly<Record<Row['kind'], number>> = { note: 0, cause: 0, way: 10, action: 20 };
const WIDEST_TEXT = 230;
const DOT = 12;
/** How many hues tell the lines apart. */
export const HUES = 6;
/** How far from its left corner a box is entered. */
const ENTRY = 30;

export interface PlacedRow extends Row {
  readonly hue: number | null;
  /** The middle of its line. */
  readonly y: number;
  /** Where its text begins and its arrow ends. */
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
  /** All lines to one box have one hue, by which they are followed through a bundle; none for a starting dot's. */
  readonly hue: number | null;
  /** None for the arrow from a starting dot. */
  readonly transition: string | null;
  readonly points: readonly ElkPoint[];
}

export interface Drawing {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Outer ones before those inside them. */
  readonly boxes: readonly PlacedBox[];
  readonly lines: readonly PlacedLine[];
  /** The middles of the starting dots. */
  readonly dots: readonly ElkPoint[];
}

const flow: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.strategy': 'SIMPLE',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '8',
  'elk.layered.spacing.nodeNodeBetweenLayers': '36',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '8',
};

const wrappedRows = (rows: readonly Row[]): Row[] =>
  rows.flatMap((row): Row[] => {
    if (row.kind !== 'action' && row.kind !== 'note') return [row];
    return wrapped(row.text, TEXT.row, WIDEST_TEXT).map((text) => ({ ...row, text }));
  });

const rowWidth = ({ kind, text, arrow }: Row): number =>
  INDENT[kind] + textWidth(text, TEXT.row) + (arrow === undefined ? 0 : 16 + textWidth(arrow, TEXT.row));

const titleWidth = ({ title, tags }: Box): number =>
  textWidth(title, TEXT.title) + tags.reduce((sum, tag) => sum + 18 + textWidth(tag, TEXT.tag), 0);

const rowsId = (id: string): string => `${id}|rows`;
const dotId = (id: string): string => `${id}|dot`;
const bundleId = (source: string, target: string): string => `${source}|to|${target}`;
const entryId = (id: string): string => `${id}|in`;

/** Ways of one box to the same place, which go together in one line from the first of them on. */
interface Bundle {
  readonly target: string;
  /** Numbers of the rows. */
  readonly rows: readonly number[];
  /** Where its rows are joined, counted from the right in steps. */
  readonly step: number;
}

/** Where the rows of a box stand in its own node; a box with others inside has them in a node beside those. */
interface Measured {
  readonly rows: readonly Row[];
  readonly bundles: readonly Bundle[];
  readonly width: number;
  readonly top: number;
}

function measure(box: Box, top: number): Measured {
  const rows = wrappedRows(box.rows);
  const bundles: Bundle[] = [];
  for (const target of new Set(rows.flatMap((row) => row.targets ?? []))) {
    const its = rows.flatMap((row, n) => (row.targets?.includes(target) ? [n] : []));
    const joined = bundles.filter((bundle) => bundle.rows.length > 1).length;
    bundles.push({ target, rows: its, step: its.length > 1 ? joined + 1 : 0 });
  }
  const width = Math.max(0, ...rows.map(rowWidth)) + 2 * MARGIN + gutter(bundles);
  return { rows, bundles, width, top };
}

const STEP = 6;
const gutter = (bundles: readonly Bundle[]): number => STEP * Math.max(0, ...bundles.map(({ step }) => step));

/** Places boxes and the lines between them; the same boxes give the same drawing everywhere. */
export async function layOut(outermost: Box): Promise<Drawing> {
  const measured = new Map<string, Measured>();
  const boxes = new Map<string, Box>();
  const edges: ElkExtendedEdge[] = [];

  const rowPorts = (box: Box, { bundles, width, top }: Measured): ElkPort[] =>
    bundles.map(({ target, rows: [n = 0] }) => {
      const id = bundleId(box.id, target);
      edges.push({ id, sources: [`${id}|out`], targets: [entryId(target)] });
      const y = top + (n + 0.5) * ROW_HEIGHT;
      return { id: `${id}|out`, x: width, y, width: 0, height: 0, layoutOptions: east };
    });

  const nodeOf = (box: Box): ElkNode => {
    boxes.set(box.id, box);
    const entry: ElkPort = { id: entryId(box.id), width: 0, height: 0, layoutOptions: north };
    if (box.boxes.length === 0) {
      const texts = measure(box, TITLE_HEIGHT);
      const here = { ...texts, width: Math.max(texts.width, titleWidth(box) + 2 * MARGIN, 80) };
      measured.set(box.id, here);
      return {
        id: box.id,
        width: here.width,
        height: TITLE_HEIGHT + (here.rows.length === 0 ? 0 : here.rows.length * ROW_HEIGHT + 8),
        layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
        ports: [{ ...entry, x: ENTRY, y: 0 }, ...rowPorts(box, here)],
      };
    }
    const children = box.boxes.map(nodeOf);
    if (box.initial !== null) {
      children.unshift({ id: dotId(box.id), width: DOT, height: DOT, layoutOptions: first });
      edges.push({ id: `${dotId(box.id)}|line`, sources: [dotId(box.id)], targets: [entryId(box.initial)] });
    }
    if (box.rows.length > 0) {
      const here = measure(box, 4);
      measured.set(box.id, here);
      children.unshift({
        id: rowsId(box.id),
        width: here.width,
        height: here.rows.length * ROW_HEIGHT + 8,
        layoutOptions: { ...first, 'elk.portConstraints': 'FIXED_POS' },
        ports: rowPorts(box, here),
      });
    }
    return {
      id: box.id,
      children,
      ports: [entry],
      layoutOptions: {
        ...flow,
        'elk.padding': `[top=${TITLE_HEIGHT + 10},left=16,bottom=16,right=16]`,
        'elk.portConstraints': 'FIXED_SIDE',
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${titleWidth(box) + 2 * MARGIN}, 40)`,
      },
    };
  };

  const graph: ElkNode = {
    id: '|drawing',
    children: [nodeOf(outermost)],
    edges,
    layoutOptions: {
      ...flow,
      'elk.padding': '[top=12,left=12,bottom=12,right=12]',
      'org.eclipse.elk.json.shapeCoords': 'ROOT',
      'org.eclipse.elk.json.edgeCoords': 'ROOT',
    },
  };
  // The library is large and only who draws needs it.
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js');
  const placed = await new Elk().layout(graph);

  const nodes = new Map<string, ElkNode>();
  const collect = (node: ElkNode): void => {
    nodes.set(node.id, node);
    node.children?.forEach(collect);
  };
  collect(placed);

  const routes = new Map((placed.edges ?? []).map((edge) => [edge.id, routeOf(edge)]));
  const lines: PlacedLine[] = [];
  const hues = new Map<string, number>();
  for (const { bundles } of measured.values()) {
    for (const { target } of bundles) if (!hues.has(target)) hues.set(target, hues.size % HUES);
  }
  const hueOf = (target: string | undefined): number | null => hues.get(target ?? '') ?? null;

  const placedBox = (box: Box): PlacedBox => {
    const own = rectangle(nodes.get(box.id));
    const { rows = [], bundles = [], top = 0 } = measured.get(box.id) ?? {};
    const at = rectangle(nodes.get(rowsId(box.id)) ?? nodes.get(box.id));
    const edge = at.x + at.width;
    const middle = (n: number): number => round(at.y + top + (n + 0.5) * ROW_HEIGHT);
    for (const { target, rows: its, step } of bundles) {
      const route = routes.get(bundleId(box.id, target)) ?? [];
      for (const [nth, n] of its.entries()) {
        const joint = edge - step * STEP;
        const start = { x: edge - gutter(bundles) - MARGIN + 4, y: middle(n) };
        const way =
          nth === 0 ? [start] : [start, { x: joint, y: start.y }, { x: joint, y: middle(its[0] ?? n) }];
        lines.push({
          hue: hueOf(target),
          transition: rows[n]?.transition ?? null,
          points: [...way, ...route],
        });
      }
    }
    const initial = routes.get(`${dotId(box.id)}|line`);
    if (initial !== undefined) lines.push({ hue: null, transition: null, points: initial });
    return {
      box,
      ...own,
      rows: rows.map((row, n) => ({
        ...row,
        hue: hueOf(row.targets?.[0]),
        y: middle(n),
        left: at.x + MARGIN + INDENT[row.kind],
        right: edge - gutter(bundles) - MARGIN,
      })),
    };
  };

  return {
    title: outermost.title,
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

const routeOf = ({ sections = [] }: ElkExtendedEdge): ElkPoint[] =>
  squared(
    sections.flatMap(({ startPoint, bendPoints = [], endPoint }) =>
      [startPoint, ...bendPoints, endPoint].map(({ x, y }) => ({ x: round(x), y: round(y) })),
    ),
  );

/** ELK now and then leaves out the corners of a line that comes out of a box's side and is to enter one below. */
const squared = (points: readonly ElkPoint[]): ElkPoint[] =>
  points.flatMap((point, n) => {
    const before = points[n - 1];
    if (before === undefined || before.x === point.x || before.y === point.y) return [point];
    const turn = Math.max(before.y, point.y - 20);
    return [{ x: before.x, y: turn }, { x: point.x, y: turn }, point];
  });

const east: LayoutOptions = { 'elk.port.side': 'EAST' };
const north: LayoutOptions = { 'elk.port.side': 'NORTH' };
const first: LayoutOptions = { 'elk.layered.layering.layerConstraint': 'FIRST' };

const round = (pixels: number): number => Math.round(pixels);

const rectangle = (node: ElkNode | undefined) => ({
  x: round(node?.x ?? 0),
  y: round(node?.y ?? 0),
  width: round(node?.width ?? 0),
  height: round(node?.height ?? 0),
});
