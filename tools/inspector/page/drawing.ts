import {
  type AnyStateMachine,
  createMachine,
  getStateNodes,
  type MachineConfig,
  type StateValue,
} from 'xstate';
import { drawMachine } from '../../flows/drawing.ts';

export interface Drawing {
  readonly svg: string;
  readonly machine: AnyStateMachine;
}

const drawings = new Map<string, Promise<Drawing | null>>();

/** The picture of a machine's definition, drawn once for all actors that run it; null when it cannot be drawn. */
export function drawingOf(definition: string): Promise<Drawing | null> {
  const known = drawings.get(definition) ?? draw(definition);
  drawings.set(definition, known);
  return known;
}

async function draw(definition: string): Promise<Drawing | null> {
  try {
    const config = JSON.parse(definition) as MachineConfig<object, { type: string }>;
    // It is never started: what the configuration's functions were is not needed.
    const machine = createMachine({ ...config, context: {} }) as AnyStateMachine;
    return { svg: await drawMachine(machine), machine };
  } catch (error) {
    console.error('A machine could not be drawn.', error);
    return null;
  }
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
