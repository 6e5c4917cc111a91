import { type AnyMachineSnapshot, type AnyStateMachine, createMachine, fromCallback } from 'xstate';
import { mapConfig } from './config.ts';

const silentActor = fromCallback(() => undefined);

/** Replaces inline actors and actors with an unknown name. */
export const SILENT_ACTOR = 'a silent actor';

const cache = new WeakMap<AnyStateMachine, AnyStateMachine>();

/** Invoked and spawned actors are silent: only the events of a path move the machine. */
export function withSilentActors(machine: AnyStateMachine): AnyStateMachine {
  // Cached, because creating a machine takes longer than playing many paths through it.
  const silentMachine = cache.get(machine) ?? replaceActors(machine);
  cache.set(machine, silentMachine);
  return silentMachine;
}

/** `provide` cannot replace inline actors: the machine is created again from its configuration. */
function replaceActors({ config, implementations }: AnyStateMachine): AnyStateMachine {
  const named = mapConfig(config, (property, value) => {
    // The implementations of what is not an invoke are kept as they are.
    if (['entry', 'exit', 'actions', 'guard', 'context', 'input', 'output'].includes(property)) return value;
    return property === 'src' && typeof value !== 'string' ? SILENT_ACTOR : undefined;
  });
  const sources = [...Object.keys(implementations.actors), SILENT_ACTOR];
  const actors = Object.fromEntries(sources.map((src) => [src, silentActor]));
  return createMachine(named as never, { ...implementations, actors }) as AnyStateMachine;
}

/** The types of the events that the active states handle, without 'done.state' events, which only the machine itself raises. */
export const heardEvents = (snapshot: AnyMachineSnapshot): string[] =>
  [...new Set(snapshot._nodes.flatMap((node) => [...node.transitions.keys()] as string[]))].filter(
    (type) => !type.startsWith('xstate.done.state.'),
  );

/** An event type that matches a descriptor such as `form.*` or `*`; any other descriptor is an event type itself. */
export const eventNamed = (descriptor: string): string =>
  descriptor === '*' ? 'any other event' : descriptor.replace(/\.\*$/, '.any');
