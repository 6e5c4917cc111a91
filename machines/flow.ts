import type { AnyActorLogic, AnyStateMachine, InputFrom } from 'xstate';
import type { Visit } from './visit.ts';

interface FlowDefinition<Id extends string, Machine extends AnyStateMachine, Needs> {
  /** The system id of its actor; of a flow that runs once for each of something, what these ids begin with. */
  readonly id: Id;
  readonly machine: Machine;
  /** The parts of the world that it uses; their types are those of `provide`. */
  readonly needs: readonly (keyof Needs & string)[];
  /** The machine on these parts of the world; the machine as it is when left out. */
  readonly provide?: (machine: Machine, effects: Needs) => Machine;
  /** What it starts with; nothing when left out. `of`: what it is started for, where it runs once for each of something. */
  readonly input?: (visit: Visit, of: never) => InputFrom<Machine>;
}

/** One flow of the site: everything that the root must know to run it. */
export interface Flow<
  Id extends string = string,
  Machine extends AnyStateMachine = AnyStateMachine,
  Needs = never,
> {
  readonly id: Id;
  readonly machine: Machine;
  readonly needs: readonly string[];
  readonly logic: (effects: Needs) => AnyActorLogic;
  readonly input: (visit: Visit, of?: unknown) => unknown;
  /** In contexts and events that an inspector shows, it is its name. */
  readonly toJSON: () => string;
}

/** Describes a flow for the registry. What its `provide` asks of the world becomes a part of `Effects`. */
export const defineFlow = <const Id extends string, Machine extends AnyStateMachine, Needs = unknown>({
  id,
  machine,
  needs,
  provide = (unprovided) => unprovided,
  input,
}: FlowDefinition<Id, Machine, Needs>): Flow<Id, Machine, Needs> => ({
  id,
  machine,
  needs,
  logic: (effects) => provide(machine, effects),
  input: (visit, of) => input?.(visit, of as never),
  toJSON: () => id,
});
