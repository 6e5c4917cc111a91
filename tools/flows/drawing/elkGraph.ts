import type { ElkExtendedEdge, ElkNode, ElkPort, LayoutOptions } from 'elkjs';
import { type Box, boxesIn } from './box.ts';
import { type MeasuredRows, measure, ROW_HEIGHT, TITLE_HEIGHT, measureTitle } from './measure.ts';

const DOT = 12;
/** Lines enter a box this far from its left corner. */
const ENTRY = 30;

const layeredOptions: LayoutOptions = {
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
const first: LayoutOptions = { 'elk.layered.layering.layerConstraint': 'FIRST' };
const fixed: LayoutOptions = { 'elk.portConstraints': 'FIXED_POS' };

const portAt = (id: string, side: 'NORTH' | 'EAST', x: number, y: number): ElkPort => ({
  id,
  x,
  y,
  width: 0,
  height: 0,
  layoutOptions: { 'elk.port.side': side },
});

/** The rows of a composite box are a separate node next to its inner boxes. */
export const rowsId = (id: string): string => `${id}|rows`;
export const dotId = (id: string): string => `${id}|dot`;
export const bundleId = (source: string, target: string): string => `${source}|to|${target}`;
export const startId = (id: string): string => `${id}|start`;
const entryId = (id: string): string => `${id}|in`;

export type ElkGraph = ReturnType<typeof elkGraphOf>;

/** In ELK's format. `sides`: whether lines leave composite boxes only at their sides. */
export function elkGraphOf(outermost: Box, sides: 'FIXED_SIDE' | 'FREE') {
  const boxes = [outermost, ...boxesIn(outermost)];
  const ids = new Set(boxes.map(({ id }) => id));
  const measured = new Map<string, MeasuredRows>();
  const edges: ElkExtendedEdge[] = [];

  /** A line from inside a box ends at its initial dot or its rows and not at the border; a line from the box itself, at the initial box. */
  const endOf = (target: string, from: Box, around: readonly Box[]): string => {
    if (target === from.id) return entryId(from.initial ?? '');
    const outer = around.find(({ id }) => id === target);
    if (outer === undefined) return entryId(target);
    return outer.initial === null ? entryId(rowsId(target)) : dotId(target);
  };
  const rowNode = (box: Box, id: string, around: readonly Box[], top: number, minWidth: number): ElkNode => {
    const rows = measure(box, top, ids);
    const width = Math.max(rows.width, minWidth);
    measured.set(box.id, rows);
    const ports = rows.bundles.map(({ target, rows: [n = 0] }) => {
      const line = bundleId(box.id, target);
      edges.push({ id: line, sources: [`${line}|out`], targets: [endOf(target, box, around)] });
      return portAt(`${line}|out`, 'EAST', width, top + (n + 0.5) * ROW_HEIGHT);
    });
    const entry = portAt(entryId(id), 'NORTH', ENTRY, 0);
    return { id, width, height: rows.height, layoutOptions: fixed, ports: [entry, ...ports] };
  };
  const nodeOf = (box: Box, around: readonly Box[]): ElkNode => {
    const hasRows = box.rows.length > 0;
    if (box.boxes.length === 0) {
      const node = rowNode(box, box.id, around, TITLE_HEIGHT, Math.max(measureTitle(box).width, 80));
      return { ...node, height: TITLE_HEIGHT + (hasRows ? (node.height ?? 0) : 0) };
    }
    const children = box.boxes.map((inner) => nodeOf(inner, [...around, box]));
    if (box.initial !== null) {
      children.unshift({ id: dotId(box.id), width: DOT, height: DOT, layoutOptions: first });
      edges.push({ id: startId(box.id), sources: [dotId(box.id)], targets: [entryId(box.initial)] });
    }
    if (hasRows || box.initial === null) {
      const node = rowNode(box, rowsId(box.id), around, 4, 0);
      children.unshift({ ...node, layoutOptions: { ...first, ...fixed } });
    }
    return {
      id: box.id,
      children,
      ports: [portAt(entryId(box.id), 'NORTH', 0, 0)],
      layoutOptions: {
        ...layeredOptions,
        'elk.padding': `[top=${TITLE_HEIGHT + 10},left=16,bottom=16,right=16]`,
        'elk.portConstraints': sides,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${measureTitle(box).width}, 40)`,
      },
    };
  };

  const graph: ElkNode = {
    id: '|drawing',
    children: [nodeOf(outermost, [])],
    edges,
    layoutOptions: {
      ...layeredOptions,
      'elk.padding': '[top=12,left=12,bottom=12,right=12]',
      'org.eclipse.elk.json.shapeCoords': 'ROOT',
      'org.eclipse.elk.json.edgeCoords': 'ROOT',
    },
  };
  // Outer boxes are before inner ones.
  return { graph, boxes, measured };
}
