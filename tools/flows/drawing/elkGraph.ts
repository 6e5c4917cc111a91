import type { ElkExtendedEdge, ElkNode, ElkPort, LayoutOptions } from 'elkjs';
import type { Box } from './box.ts';
import { MARGIN, type MeasuredRows, measure, ROW_HEIGHT, TITLE_HEIGHT, titleWidth } from './measure.ts';

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

const east: LayoutOptions = { 'elk.port.side': 'EAST' };
const north: LayoutOptions = { 'elk.port.side': 'NORTH' };
const first: LayoutOptions = { 'elk.layered.layering.layerConstraint': 'FIRST' };

/** The rows of a composite box are a separate node next to its inner boxes. */
export const rowsId = (id: string): string => `${id}|rows`;
export const dotId = (id: string): string => `${id}|dot`;
export const bundleId = (source: string, target: string): string => `${source}|to|${target}`;
export const startId = (id: string): string => `${id}|start`;
const entryId = (id: string): string => `${id}|in`;
/** A line from inside a box ends at the initial state and not at the border. */
const innerEntryOf = (box: Box): string => (box.initial === null ? entryId(rowsId(box.id)) : dotId(box.id));

export interface ElkGraph {
  readonly graph: ElkNode;
  /** By id, outer boxes before inner ones. */
  readonly boxes: ReadonlyMap<string, Box>;
  readonly measured: ReadonlyMap<string, MeasuredRows>;
}

/** In ELK's format. `sides`: whether lines leave composite boxes only at their sides. */
export function elkGraphOf(outermost: Box, sides: 'FIXED_SIDE' | 'FREE'): ElkGraph {
  const measured = new Map<string, MeasuredRows>();
  const boxes = new Map<string, Box>();
  const edges: ElkExtendedEdge[] = [];

  const rowPorts = (box: Box, around: readonly Box[], { bundles, width, top }: MeasuredRows): ElkPort[] =>
    bundles.map(({ target, rows: [n = 0] }) => {
      const id = bundleId(box.id, target);
      const outer = around.find((each) => each.id === target);
      const end =
        target === box.id ? entryId(box.initial ?? '') : outer ? innerEntryOf(outer) : entryId(target);
      edges.push({ id, sources: [`${id}|out`], targets: [end] });
      const y = top + (n + 0.5) * ROW_HEIGHT;
      return { id: `${id}|out`, x: width, y, width: 0, height: 0, layoutOptions: east };
    });

  const nodeOf = (box: Box, around: readonly Box[]): ElkNode => {
    boxes.set(box.id, box);
    const entry: ElkPort = { id: entryId(box.id), width: 0, height: 0, layoutOptions: north };
    if (box.boxes.length === 0) {
      const texts = measure(box, TITLE_HEIGHT);
      const measuredBox = { ...texts, width: Math.max(texts.width, titleWidth(box) + 2 * MARGIN, 80) };
      measured.set(box.id, measuredBox);
      return {
        id: box.id,
        width: measuredBox.width,
        height: TITLE_HEIGHT + (measuredBox.rows.length === 0 ? 0 : measuredBox.rows.length * ROW_HEIGHT + 8),
        layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
        ports: [{ ...entry, x: ENTRY, y: 0 }, ...rowPorts(box, around, measuredBox)],
      };
    }
    const children = box.boxes.map((inner) => nodeOf(inner, [...around, box]));
    if (box.initial !== null) {
      children.unshift({ id: dotId(box.id), width: DOT, height: DOT, layoutOptions: first });
      edges.push({ id: startId(box.id), sources: [dotId(box.id)], targets: [entryId(box.initial)] });
    }
    if (box.rows.length > 0 || box.initial === null) {
      const measuredRows = measure(box, 4);
      measured.set(box.id, measuredRows);
      children.unshift({
        id: rowsId(box.id),
        width: measuredRows.width,
        height: measuredRows.rows.length * ROW_HEIGHT + 8,
        layoutOptions: { ...first, 'elk.portConstraints': 'FIXED_POS' },
        ports: [
          { ...entry, id: entryId(rowsId(box.id)), x: ENTRY, y: 0 },
          ...rowPorts(box, around, measuredRows),
        ],
      });
    }
    return {
      id: box.id,
      children,
      ports: [entry],
      layoutOptions: {
        ...layeredOptions,
        'elk.padding': `[top=${TITLE_HEIGHT + 10},left=16,bottom=16,right=16]`,
        'elk.portConstraints': sides,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${titleWidth(box) + 2 * MARGIN}, 40)`,
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
  return { graph, boxes, measured };
}
