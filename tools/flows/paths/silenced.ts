import {
  type AnyActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createMachine,
  fromCallback,
} from 'xstate';
import { type Config, mapStates, type StateConfig } from './config.ts';

const silent = fromCallback(() => undefined) as AnyActorLogic;

/** The name of what stands for an actor that a machine has inline, and for one whose name is not known. */
export const SILENT = 'a silent actor';

const made = new WeakMap<AnyStateMachine, AnyStateMachine>();

/** The machine with every actor it invokes or spawns replaced by a silent one: only the path's events move it. */
export function silenced(machine: AnyStateMachine): AnyStateMachine {
  // Building a machine takes longer than many paths through it.
  const known = made.get(machine) ?? silence(machine);
  made.set(machine, known);
  return known;
}

function silence(machine: AnyStateMachine): AnyStateMachine {
  const actors = Object.fromEntries(Object.keys(machine.implementations.actors).map((src) => [src, silent]));
  let hasInline = false;
  const named = (state: StateConfig): StateConfig => ({
    ...state,
    ...(state.invoke !== undefined && {
      invoke: [state.invoke].flat().map((invoke) => {
        if (typeof invoke.src === 'string') return invoke;
        hasInline = true;
        return { ...invoke, src: SILENT };
      }),
    }),
  });
  const config = mapStates(machine.config as Config, named);
  // What is inline cannot be provided: the machine is made once more from its configuration.
  return hasInline
    ? (createMachine(config as never, {
        ...machine.implementations,
        actors: { ...actors, [SILENT]: silent },
      }) as AnyStateMachine)
    : machine.provide({ actors: { ...actors, [SILENT]: silent } as typeof actors });
}

/** What the active states listen to, and what can come from outside: that a state is finished, only the machine itself says. */
export const eventsOf = (snapshot: AnyMachineSnapshot): string[] =>
  [...new Set(snapshot._nodes.flatMap((node) => [...node.transitions.keys()] as string[]))].filter(
    (type) => !type.startsWith('xstate.done.state.'),
  );

/** An event that a descriptor such as `form.*` or `*` handles; any other is its own event. */
export const eventNamed = (descriptor: string): string =>
  descriptor === '*' ? 'any other event' : descriptor.replace(/\.\*$/, '.any');
