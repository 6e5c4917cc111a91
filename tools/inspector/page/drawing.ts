import { type AnyStateMachine, createMachine, getStateNodes, type StateValue } from 'xstate';
import { type Box, drawBoxes, machineBox } from '../../flows/drawing.ts';
import { foldableStates, foldedBox, isLarge } from '../../flows/folding.ts';
import type { StateNode } from '../../flows/transitions.ts';

export interface Chart {
  readonly machine: AnyStateMachine;
  readonly box: Box;
  readonly foldable: readonly string[];
  /** SVG by the ids of the folded states, as JSON; null when the machine cannot be drawn. */
  readonly pictures: Map<string, Promise<string | null>>;
}

function cached<Value>(cache: Map<string, Value>, key: string, create: () => Value): Value {
  const value = cache.has(key) ? (cache.get(key) as Value) : create();
  cache.set(key, value);
  return value;
}

const charts = new Map<string, Chart | null>();

/** Shared by all actors of the machine; null when the definition cannot be read. */
export const chartOf = (definition: string): Chart | null =>
  cached(charts, definition, () => {
    try {
      // The machine is never started, so the functions of the configuration are not needed.
      const machine: AnyStateMachine = createMachine({ ...(JSON.parse(definition) as object), context: {} });
      const box = machineBox(machine);
      return { machine, box, foldable: foldableStates(box), pictures: new Map() };
    } catch (error) {
      console.error('A machine could not be read.', error);
      return null;
    }
  });

export const pictureOf = ({ box, foldable, pictures }: Chart, folded: string): Promise<string | null> =>
  cached(pictures, folded, async () => {
    try {
      const shown = foldedBox(box, new Set(JSON.parse(folded) as string[]));
      return await drawBoxes(withButtons(shown, foldable));
    } catch (error) {
      console.error('A machine could not be drawn.', error);
      return null;
    }
  });

/** The title of a state that can be folded is a button. */
const withButtons = (box: Box, foldable: readonly string[]): Box => ({
  ...box,
  controls: foldable.includes(box.id) ? ['fold'] : [],
  boxes: box.boxes.map((inner) => withButtons(inner, foldable)),
});

/**
 * By default, all states of a large machine are folded except the active ones.
 *
 * @param present the ids of the active states
 * @param folds the states that the user has folded or unfolded, by id
 */
export const foldedStates = (
  { box, foldable }: Chart,
  present: ReadonlySet<string>,
  folds: Readonly<Record<string, boolean>>,
): string[] => foldable.filter((id) => folds[id] ?? (isLarge(box) && !present.has(id)));

/** Without the machine itself. Empty when the definition does not have the state, or the machine has not started. */
export function activeStates({ machine }: Chart, value: unknown): readonly StateNode[] {
  try {
    return getStateNodes(machine.root, value as StateValue).filter((node) => node !== machine.root);
  } catch {
    return [];
  }
}

/** The machine has transitions for them in its state. XState's internal events are left out. */
export function acceptedEvents(definition: string, value: unknown): string[] {
  const chart = chartOf(definition);
  const nodes = chart === null ? [] : [chart.machine.root, ...activeStates(chart, value)];
  const types = new Set(nodes.flatMap(({ ownEvents }) => ownEvents as string[]));
  return [...types].filter((type) => !type.startsWith('xstate.') && !type.includes('*')).sort();
}
