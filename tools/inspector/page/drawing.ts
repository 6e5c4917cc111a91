import {
  type AnyStateMachine,
  createMachine,
  getStateNodes,
  type MachineConfig,
  type StateValue,
} from 'xstate';
import { type Box, drawBoxes, machineBox } from '../../flows/drawing.ts';
import { foldableStates, foldedBox, isLarge, withControls } from '../../flows/folding.ts';
import { selfAndDescendants, transitionId, transitionsOf } from '../../flows/transitions.ts';

/** What is drawn of a machine. */
export interface Chart {
  readonly machine: AnyStateMachine;
  readonly box: Box;
  /** The states that can be folded, by id. */
  readonly foldable: readonly string[];
  /** It begins folded. */
  readonly isLarge: boolean;
  /** The ids of all its transitions. */
  readonly transitions: ReadonlySet<string>;
}

const charts = new Map<string, Chart | null>();

/** The chart of a machine's definition, the same for all actors that run it; null when it is no machine. */
export function chartOf(definition: string): Chart | null {
  const known = charts.get(definition);
  if (known !== undefined) return known;
  const chart = readChart(definition);
  charts.set(definition, chart);
  return chart;
}

function readChart(definition: string): Chart | null {
  try {
    const config = JSON.parse(definition) as MachineConfig<object, { type: string }>;
    // It is never started: what the configuration's functions were is not needed.
    const machine = createMachine({ ...config, context: {} }) as AnyStateMachine;
    const nodes = selfAndDescendants(machine.root);
    const box = machineBox(machine);
    const transitions = nodes.flatMap((node) => transitionsOf(node).flatMap(([, candidates]) => candidates));
    return {
      machine,
      box,
      foldable: foldableStates(box),
      isLarge: isLarge(box),
      transitions: new Set(transitions.map(transitionId)),
    };
  } catch (error) {
    console.error('A machine could not be read.', error);
    return null;
  }
}

const pictures = new WeakMap<Chart, Map<string, Promise<string | null>>>();

/**
 * The picture of a chart as SVG, drawn once; null when it cannot be drawn.
 *
 * @param folded the ids of the folded states, as JSON
 */
export function pictureOf(chart: Chart, folded: string): Promise<string | null> {
  const drawn = pictures.get(chart) ?? new Map<string, Promise<string | null>>();
  pictures.set(chart, drawn);
  const picture = drawn.get(folded) ?? draw(chart, new Set(JSON.parse(folded) as string[]));
  drawn.set(folded, picture);
  return picture;
}

const draw = ({ box, foldable }: Chart, folded: ReadonlySet<string>): Promise<string | null> =>
  drawBoxes(withControls(foldedBox(box, folded), new Set(foldable))).catch((error: unknown) => {
    console.error('A machine could not be drawn.', error);
    return null;
  });

/**
 * The states that are folded: of a large machine, all but those that it is in.
 *
 * @param present the ids of the states that the machine is in
 * @param folds by id, what somebody has folded or unfolded
 */
export const foldedStates = (
  chart: Chart,
  present: ReadonlySet<string>,
  folds: Readonly<Record<string, boolean>>,
): string[] => chart.foldable.filter((id) => folds[id] ?? (chart.isLarge && !present.has(id)));

/** The ids of the states whose names have these letters; the machine's own is its id. */
export function statesNamed({ machine }: Chart, letters: string): ReadonlySet<string> {
  const wanted = letters.trim().toLowerCase();
  if (wanted === '') return new Set();
  const named = selfAndDescendants(machine.root).filter((node) =>
    (node === machine.root ? machine.id : node.key).toLowerCase().includes(wanted),
  );
  return new Set(named.map(({ id }) => id));
}

/** The events that the states of a machine have transitions for, without those that XState itself sends. */
export function acceptedEvents(machine: AnyStateMachine, value: unknown): string[] {
  try {
    const nodes = getStateNodes(machine.root, value as StateValue);
    const types = new Set(nodes.flatMap((node) => node.ownEvents as string[]));
    return [...types].filter((type) => !type.startsWith('xstate.') && !type.includes('*')).sort();
  } catch {
    return [];
  }
}

export interface Present {
  readonly ids: ReadonlySet<string>;
  readonly tags: readonly string[];
}

/** The states in which a machine is, outer ones included but for the machine itself, and what they are tagged with. */
export function presentStates(machine: AnyStateMachine, value: unknown): Present {
  try {
    const nodes = getStateNodes(machine.root, value as StateValue);
    return {
      ids: new Set(nodes.filter((node) => node !== machine.root).map(({ id }) => id)),
      tags: [...new Set(nodes.flatMap(({ tags }) => tags))],
    };
  } catch {
    // A state that the definition does not have; or the machine has not begun.
    return { ids: new Set(), tags: [] };
  }
}
