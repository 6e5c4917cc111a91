import type { AnyActorLogic, AnyStateMachine, EventFrom, InputFrom } from 'xstate';
import type { DataOutdated, Topic } from './topics.ts';
import type { Visit } from './visit.ts';

/**
 * What happens to a flow when the session ends, also when the same user signs in again.
 * 'cleared': it may hold data of the signed-in user, or what a person has typed about themselves. The root
 * replaces its actor by a new one.
 * 'clearsItself': a part of it must outlast the session. It receives `session.ended` and drops the rest.
 * 'kept': it never holds such data.
 */
type WhenSessionEnds = 'cleared' | 'clearsItself' | 'kept';

/** A machine that can load its data again must declare the topics of its data. */
type ShownTopics<Machine extends AnyStateMachine> =
  DataOutdated extends EventFrom<Machine>
    ? { readonly shows: readonly Topic[] }
    : { readonly shows?: readonly [] };

interface FlowFields<Id extends string, Machine extends AnyStateMachine, Needs> {
  /** The system id of the flow's actor. */
  readonly id: Id;
  readonly machine: Machine;
  readonly whenSessionEnds: WhenSessionEnds;
  /**
   * Some of its deadlines use the server's clock: it receives `app.resumed` when a response has set the
   * clock.
   */
  readonly isTimed?: boolean;
  /** The names of the effects that the flow uses. Their types are those of the parameter of `provide`. */
  readonly needs: readonly (keyof Needs & string)[];
  /** Provides the effects to the machine. Without it the machine is used unchanged. */
  readonly provide?: (machine: Machine, effects: Needs) => Machine;
  readonly input?: (visit: Visit) => InputFrom<Machine>;
}

type FlowDefinition<Id extends string, Machine extends AnyStateMachine, Needs> = FlowFields<
  Id,
  Machine,
  Needs
> &
  ShownTopics<Machine>;

/** What the root needs to run a flow. */
export interface Flow<
  Id extends string = string,
  Machine extends AnyStateMachine = AnyStateMachine,
  Needs = never,
> {
  readonly id: Id;
  readonly machine: Machine;
  readonly whenSessionEnds: WhenSessionEnds;
  /** A change of one of these topics sends `data.outdated` to the flow. */
  readonly shows: readonly Topic[];
  readonly isTimed: boolean;
  readonly needs: readonly string[];
  readonly logic: (effects: Needs) => AnyActorLogic;
  readonly input: (visit: Visit) => unknown;
  /** Inspectors show a flow in contexts and events as its id. */
  readonly toJSON: () => string;
}

/** The type of the `provide` parameter becomes a part of `Effects`. */
export const defineFlow = <const Id extends string, Machine extends AnyStateMachine, Needs = unknown>({
  id,
  machine,
  whenSessionEnds,
  shows,
  isTimed = false,
  needs,
  provide = (unprovided) => unprovided,
  input,
}: FlowDefinition<Id, Machine, Needs>): Flow<Id, Machine, Needs> => ({
  id,
  machine,
  whenSessionEnds,
  shows: shows ?? [],
  isTimed,
  needs,
  logic: (effects) => provide(machine, effects),
  input: (visit) => input?.(visit),
  toJSON: () => id,
});
