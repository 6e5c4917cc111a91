import type { AnyActorLogic, AnyStateMachine, InputFrom } from 'xstate';
import type { Visit } from './visit.ts';

interface FlowDefinition<Id extends string, Machine extends AnyStateMachine, Needs> {
  /** The system id of the flow's actor; for a flow with several actors, the prefix of their ids. */
  readonly id: Id;
  readonly machine: Machine;
  /** The names of the effects that the flow uses. Their types are those of the parameter of `provide`. */
  readonly needs: readonly (keyof Needs & string)[];
  /** Provides the effects to the machine. Without it the machine is used unchanged. */
  readonly provide?: (machine: Machine, effects: Needs) => Machine;
  /** The machine's input, if it has one. `subject` is the subject of the actor, for a flow with several actors. */
  readonly input?: (visit: Visit, subject: never) => InputFrom<Machine>;
}

/** A flow of the site: everything that the root needs to run it. */
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
  /** Inspectors show a flow in contexts and events as its id. */
  readonly toJSON: () => string;
}

/** Describes a flow for the registry. The type of its `provide` parameter becomes a part of `Effects`. */
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
