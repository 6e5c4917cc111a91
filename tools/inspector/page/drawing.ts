import {
  type AnyStateMachine,
  createMachine,
  getStateNodes,
  type MachineConfig,
  type StateValue,
} from 'xstate';
import { type Box, drawBoxes, machineBox } from '../../flows/drawing.ts';
import { foldableStates, foldedBox, isLarge } from '../../flows/folding.ts';
import { selfAndDescendants, transitionId, transitionsOf } from '../../flows/transitions.ts';

export interface Chart {
  readonly machine: AnyStateMachine;
  readonly box: Box;
  readonly foldable: readonly string[];
  /** Large machines are folded initially. */
  readonly isLarge: boolean;
  readonly transitions: ReadonlySet<string>;
}

const charts = new Map<string, Chart | null>();

/** Shared by all actors of the machine; null when the definition cannot be read. */
export function chartOf(definition: string): Chart | null {
  const cached = charts.get(definition);
  if (cached !== undefined) return cached;
  const chart = readChart(definition);
  charts.set(definition, chart);
  return chart;
}

function readChart(definition: string): Chart | null {
  try {
    const config = JSON.parse(definition) as MachineConfig<object, { type: string }>;
    // The machine is never started, so the functions of the configuration are not needed.
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
 * The picture of a chart as SVG, cached; null when it cannot be drawn.
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

/** A title that folds its state is a button. */
const withButtons = (box: Box, foldable: readonly string[]): Box => ({
  ...box,
  controls: foldable.includes(box.id) ? ['fold'] : [],
  boxes: box.boxes.map((inner) => withButtons(inner, foldable)),
});

const draw = ({ box, foldable }: Chart, folded: ReadonlySet<string>): Promise<string | null> =>
  drawBoxes(withButtons(foldedBox(box, folded), foldable)).catch((error: unknown) => {
    console.error('A machine could not be drawn.', error);
    return null;
  });

/**
 * The folded states. By default, all states of a large machine are folded except the active ones.
 *
 * @param present the ids of the active states
 * @param folds the states that the user has folded or unfolded, by id
 */
export const foldedStates = (
  chart: Chart,
  present: ReadonlySet<string>,
  folds: Readonly<Record<string, boolean>>,
): string[] => chart.foldable.filter((id) => folds[id] ?? (chart.isLarge && !present.has(id)));

/** States whose names contain the text. The name of the machine is its id. */
export function findStates({ machine }: Chart, letters: string): ReadonlySet<string> {
  const searchText = letters.trim().toLowerCase();
  if (searchText === '') return new Set();
  const named = selfAndDescendants(machine.root).filter((node) =>
    (node === machine.root ? machine.id : node.key).toLowerCase().includes(searchText),
  );
  return new Set(named.map(({ id }) => id));
}

/** The active states have transitions for them. XState's internal events are left out. */
export function acceptedEvents(machine: AnyStateMachine, value: unknown): string[] {
  try {
    const nodes = getStateNodes(machine.root, value as StateValue);
    const types = new Set(nodes.flatMap((node) => node.ownEvents as string[]));
    return [...types].filter((type) => !type.startsWith('xstate.') && !type.includes('*')).sort();
  } catch {
    return [];
  }
}

export interface ActiveStates {
  readonly ids: ReadonlySet<string>;
  readonly tags: readonly string[];
}

/** With outer states but without the machine itself, and their tags. */
export function activeStates(machine: AnyStateMachine, value: unknown): ActiveStates {
  try {
    const nodes = getStateNodes(machine.root, value as StateValue);
    return {
      ids: new Set(nodes.filter((node) => node !== machine.root).map(({ id }) => id)),
      tags: [...new Set(nodes.flatMap(({ tags }) => tags))],
    };
  } catch {
    // The definition does not have the state, or the machine has not started.
    return { ids: new Set(), tags: [] };
  }
}
