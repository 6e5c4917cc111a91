import {
  type ActionArgs,
  type ActionFunction,
  type ActorRef,
  type AnyActorRef,
  enqueueActions,
  type EventObject,
  type MachineContext,
  type ParameterizedObject,
  type Snapshot,
} from 'xstate';
import type { ShowToast } from './notifierEvents.ts';

/** The events that each actor with a system id accepts from other flows. A flow adds its own where its events are declared. */
export interface EventsByFlow {}

type FlowRef<Id extends keyof EventsByFlow> = ActorRef<
  Snapshot<unknown>,
  EventsByFlow[Id] & { type: string }
>;

export const slotsId = (roomId: number): `slots:${number}` => `slots:${roomId}`;

/** Undefined when no actor with this system id is running. */
export const actorIn = (system: AnyActorRef['system'], id: string): AnyActorRef | undefined =>
  system.get(id) as AnyActorRef | undefined;

/** Undefined when the flow is not loaded or has failed. */
export const contextIn = (system: AnyActorRef['system'], id: string): unknown =>
  (actorIn(system, id)?.getSnapshot?.() as { readonly context?: unknown } | undefined)?.context;

/** Undefined when the flow is not loaded or has failed. */
const flowIn = <Id extends keyof EventsByFlow>(
  system: AnyActorRef['system'],
  id: Id,
): FlowRef<Id> | undefined => system.get(id) as FlowRef<Id> | undefined;

/**
 * Drops the event when the other flow is not running. XState's `sendTo` would deliver an event without a
 * recipient to the sender, which may handle an event of that name.
 */
export const sendToFlow = <
  TContext extends MachineContext,
  TExpressionEvent extends EventObject,
  TParams extends ParameterizedObject['params'] | undefined,
  TEvent extends EventObject,
  Id extends keyof EventsByFlow,
>(
  id: Id | ((scope: ActionArgs<TContext, TExpressionEvent, TEvent>) => Id),
  event:
    | EventsByFlow[Id]
    | ((scope: ActionArgs<TContext, TExpressionEvent, TEvent>, params: TParams) => EventsByFlow[Id]),
): ActionFunction<TContext, TExpressionEvent, TEvent, TParams, never, never, never, never, never> =>
  enqueueActions<TContext, TExpressionEvent, TParams, TEvent>(({ enqueue, ...scope }, params) => {
    const flow = flowIn(scope.system, typeof id === 'function' ? id(scope) : id);
    if (flow !== undefined) enqueue.sendTo(flow, typeof event === 'function' ? event(scope, params) : event);
  }) as never;

/** For an actor whose id a definition names, such as the resource of an edited record. */
export const sendToActor = <
  TContext extends MachineContext,
  TExpressionEvent extends EventObject,
  TParams extends ParameterizedObject['params'] | undefined,
  TEvent extends EventObject,
>(
  id: string,
  event: (scope: ActionArgs<TContext, TExpressionEvent, TEvent>) => EventObject,
): ActionFunction<TContext, TExpressionEvent, TEvent, TParams, never, never, never, never, never> =>
  enqueueActions<TContext, TExpressionEvent, TParams, TEvent>(({ enqueue, ...scope }) => {
    const actor = actorIn(scope.system, id);
    if (actor) enqueue.sendTo(actor, event(scope));
  }) as never;

/** See ShowToast for the fields. */
export const toast = (
  tone: ShowToast['tone'],
  text: string,
  options: Pick<ShowToast, 'topic' | 'duration'> = {},
): ShowToast => ({ type: 'notifier.show', tone, text, ...options });
