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

export interface PlacedRow extends Row {
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
  'elk.direction': 'RIGHT',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
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
const entryId = (id: string): string => `${id}|in`;

/** Where the rows of a box stand in its own node; a box with others inside has them in a node beside those. */
interface Measured {
  readonly rows: readonly Row[];
  readonly width: number;
  readonly top: number;
}

/** Places boxes and the lines between them; the same boxes give the same drawing everywhere. */
export async function layOut(outermost: Box): Promise<Drawing> {
  const measured = new Map<string, Measured>();
  const boxes = new Map<string, Box>();
  const edges: ElkExtendedEdge[] = [];
  const transitions = new Map<string, string>();

  const rowPorts = (id: string, { rows, width, top }: Measured): ElkPort[] =>
    rows.flatMap((row, n) => {
      if (row.targets === undefined) return [];
      const port = `${id}|${n}`;
      for (const target of row.targets) {
        const edge = `${port}|${target}`;
        edges.push({ id: edge, sources: [port], targets: [entryId(target)] });
        if (row.transition !== undefined) transitions.set(edge, row.transition);
      }
      return [
        { id: port, x: width, y: top + (n + 0.5) * ROW_HEIGHT, width: 0, height: 0, layoutOptions: east },
      ];
    });

  const nodeOf = (box: Box): ElkNode => {
    boxes.set(box.id, box);
    const rows = wrappedRows(box.rows);
    const textsWidth = Math.max(0, ...rows.map(rowWidth));
    const entry: ElkPort = { id: entryId(box.id), width: 0, height: 0, layoutOptions: west };
    if (box.boxes.length === 0) {
      const width = Math.max(textsWidth, titleWidth(box), 60) + 2 * MARGIN;
      const here = { rows, width, top: TITLE_HEIGHT };
      measured.set(box.id, here);
      return {
        id: box.id,
        width,
        height: TITLE_HEIGHT + (rows.length === 0 ? 4 : rows.length * ROW_HEIGHT + 8),
        layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
        ports: [{ ...entry, x: 0, y: TITLE_HEIGHT / 2 }, ...rowPorts(box.id, here)],
      };
    }
    const children = box.boxes.map(nodeOf);
    if (box.initial !== null) {
      children.unshift({ id: dotId(box.id), width: DOT, height: DOT, layoutOptions: first });
      edges.push({ id: `${dotId(box.id)}|line`, sources: [dotId(box.id)], targets: [entryId(box.initial)] });
    }
    if (rows.length > 0) {
      const here = { rows, width: textsWidth + 2 * MARGIN, top: 4 };
      measured.set(box.id, here);
      children.unshift({
        id: rowsId(box.id),
        width: here.width,
        height: rows.length * ROW_HEIGHT + 8,
        layoutOptions: { ...first, 'elk.portConstraints': 'FIXED_POS' },
        ports: rowPorts(box.id, here),
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

  const placedBox = (box: Box): PlacedBox => {
    const { x, y, width, height } = rectangle(nodes.get(box.id));
    const own = measured.get(box.id);
    const at = rectangle(nodes.get(rowsId(box.id)) ?? nodes.get(box.id));
    const rows = (own?.rows ?? []).map((row, n) => ({
      ...row,
      y: round(at.y + (own?.top ?? 0) + (n + 0.5) * ROW_HEIGHT),
      left: at.x + MARGIN + INDENT[row.kind],
      right: at.x + at.width - MARGIN,
    }));
    return { box, x, y, width, height, rows };
  };

  return {
    title: outermost.title,
    width: Math.ceil(placed.width ?? 0),
    height: Math.ceil(placed.height ?? 0),
    boxes: [...boxes.values()].map(placedBox),
    lines: (placed.edges ?? []).map((edge) => ({
      transition: transitions.get(edge.id) ?? null,
      points: (edge.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) =>
        [startPoint, ...bendPoints, endPoint].map(({ x, y }) => ({ x: round(x), y: round(y) })),
      ),
    })),
    dots: [...boxes.values()]
      .flatMap((box) => nodes.get(dotId(box.id)) ?? [])
      .map((node) => rectangle(node))
      .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })),
  };
}

const east: LayoutOptions = { 'elk.port.side': 'EAST' };
const west: LayoutOptions = { 'elk.port.side': 'WEST' };
const first: LayoutOptions = { 'elk.layered.layering.layerConstraint': 'FIRST' };

const round = (pixels: number): number => Math.round(pixels);

const rectangle = (node: ElkNode | undefined) => ({
  x: round(node?.x ?? 0),
  y: round(node?.y ?? 0),
  width: round(node?.width ?? 0),
  height: round(node?.height ?? 0),
});
