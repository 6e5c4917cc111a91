import type { AnyActorLogic, AnyStateMachine, InputFrom } from 'xstate';
import type { Visit } from './visit.ts';

interface FlowDefinition<Id extends string, Machine extends AnyStateMachine, Needs> {
  /** The system id of its actor; for a flow with several actors, the prefix of their ids. */
  readonly id: Id;
  readonly machine: Machine;
  /** The effects that it uses; their types are those of `provide`. */
  readonly needs: readonly (keyof Needs & string)[];
  /** Provides the machine's effects; the machine is used as it is when this is absent. */
  readonly provide?: (machine: Machine, effects: Needs) => Machine;
  /** The machine's input; none when absent. `of`: the subject of the actor, for a flow with several actors. */
  readonly input?: (visit: Visit, subject: never) => InputFrom<Machine>;
}

/** One flow of the site: everything that the root needs to run it. */
export interface Flow<
  Id extends string = string,
  Machine extends AnyStateMachine = AnyStateMachine,
  Needs = never,
> {
  readonly id: Id;
  readonly machine: Machine;
  readonly needs: readonly string[];
  readonly logic: (effects: Needs) => AnyActorLogic;
  readonly input: (visit: Visit, subject?: unknown) => unknown;
  /** In contexts and events that an inspector shows, it is its name. */
  readonly toJSON: () => string;
}

/** Describes a flow for the registry. The parameter of its `provide` becomes a part of `Effects`. */
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
  input: (visit, subject) => input?.(visit, subject as never),
  toJSON: () => id,
});
