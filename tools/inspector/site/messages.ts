import type { ActorRefLike, AnyActorRef, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import type { RecordedClock } from '../../flows/recording.ts';
import { guardName } from '../../flows/graph.ts';
import { transitionId } from '../../flows/transitions.ts';
import { idOf, type Message, type MessagePosition, PROTOCOL_VERSION } from '../protocol.ts';
import { redact } from './redact.ts';

/** A running actor with fields that XState's type for observers does not have. */
type ObservedActor = ActorRefLike &
  Pick<AnyActorRef, 'id' | '_parent'> & { readonly logic?: { config?: unknown } };

const configOf = (actor: ObservedActor): object | undefined => {
  const config = actor.logic?.config;
  return typeof config === 'object' && config !== null ? config : undefined;
};

interface XStateFunction {
  readonly type?: unknown;
  readonly assignment?: unknown;
  /** Those that `and`, `or` and `not` combine. */
  readonly guards?: readonly unknown[];
}

/** The fields that `assign(…)` sets, or the guards of `and([…])`. */
function functionAsData(value: XStateFunction & { readonly name: string }): object {
  if (value.guards !== undefined) return { type: guardName(value) };
  const type = typeof value.type === 'string' ? value.type : value.name;
  if (typeof value.assignment !== 'object' || value.assignment === null) return { type };
  return { type, assignment: Object.fromEntries(Object.keys(value.assignment).map((key) => [key, true])) };
}

/** A machine's configuration with its states in the written order, so that it is drawn as in the documents. */
const configText = (config: object): string =>
  JSON.stringify(config, (_key, value: unknown) =>
    typeof value === 'function' ? functionAsData(value) : value,
  );

/** By the browser's clock and by the machines' clock. */
export interface EventTime {
  readonly at: number;
  readonly clock: RecordedClock | null;
}

interface MachineClock {
  now(): number;
  isUnsynced?(): boolean;
}

/** The clock is in the root actor's context. Null when it has none. */
function clockOf({ actorRef }: InspectionEvent): RecordedClock | null {
  const { context } = rootOf(actorRef as AnyActorRef).getSnapshot() as {
    readonly context?: { readonly clock?: Partial<MachineClock> };
  };
  const clock = context?.clock;
  if (typeof clock?.now !== 'function') return null;
  return { now: clock.now(), isUnsynced: clock.isUnsynced?.() ?? false };
}

/** The machines' clock is read only for events: while an actor is being created, its system has no clock yet. */
export const eventTimeOf = (event: InspectionEvent): EventTime => ({
  at: Date.now(),
  clock: event.type === '@xstate.event' ? clockOf(event) : null,
});

/**
 * Turns XState's inspection events into messages for inspectors, immediately and without secrets. The library's own translation
 * waits for idle time, which takes long in a hidden page, and dates events by that time; and it sorts the states of a machine by
 * name.
 */
export function createMessageWriter(visit: string) {
  let number = 0;
  const definitions = new WeakMap<object, string>();
  /** Per actor, since its last snapshot. */
  const takenTransitions = new Map<string, string[]>();

  const definitionOf = (actor: ObservedActor, name: string): string => {
    const config = configOf(actor);
    if (config === undefined) return JSON.stringify({ id: name });
    const text = definitions.get(config) ?? configText(config);
    definitions.set(config, text);
    return text;
  };

  const common = (place: MessagePosition, rootId: string, { sessionId }: ActorRefLike, at: number) => ({
    id: idOf(place),
    _version: PROTOCOL_VERSION,
    createdAt: String(at),
    rootId,
    sessionId,
  });

  const actorMessage = (
    place: MessagePosition,
    rootId: string,
    actor: ObservedActor,
    snapshot: object,
    at: number,
  ): Message => {
    const { id, sessionId, _parent } = actor;
    const config: { id?: unknown } | undefined = configOf(actor);
    const name = id === sessionId && typeof config?.id === 'string' ? config.id : id;
    return redact({
      ...common(place, rootId, actor, at),
      type: '@xstate.actor',
      name,
      parentId: _parent?.sessionId,
      definition: definitionOf(actor, name),
      snapshot,
    });
  };

  return {
    /** Null when the protocol has no message for the event. */
    write(event: InspectionEvent, { at, clock }: EventTime = eventTimeOf(event)): Message | null {
      const actor = event.actorRef as ObservedActor;
      const next = () => common({ visit, number: ++number }, event.rootId, actor, at);
      switch (event.type) {
        case '@xstate.actor':
          // The actor has no snapshot before it is started.
          return actorMessage({ visit, number: ++number }, event.rootId, actor, { status: 'active' }, at);
        case '@xstate.event':
          return redact({
            ...next(),
            type: event.type,
            event: event.event,
            sourceId: event.sourceRef?.sessionId,
            ...(clock && { _clock: clock }),
          });
        case '@xstate.snapshot': {
          const { sessionId } = actor;
          const _transitions = takenTransitions.get(sessionId) ?? [];
          takenTransitions.delete(sessionId);
          return redact({
            ...next(),
            type: event.type,
            event: event.event,
            snapshot: event.snapshot,
            ...(configOf(actor) ? { _transitions } : {}),
          });
        }
        case '@xstate.microstep': {
          const ids = event._transitions.map((transition: AnyTransitionDefinition) =>
            transitionId(transition),
          );
          takenTransitions.set(actor.sessionId, [...(takenTransitions.get(actor.sessionId) ?? []), ...ids]);
          return null;
        }
        default:
          return null;
      }
    },

    /** A message with the current state of an actor, for an inspector that connects late. */
    introduce: (actor: AnyActorRef): Message =>
      actorMessage(
        { visit, number: 0 },
        rootOf(actor).sessionId,
        actor as ObservedActor,
        actor.getSnapshot() as object,
        Date.now(),
      ),
  };
}

const rootOf = (actor: AnyActorRef): AnyActorRef => (actor._parent ? rootOf(actor._parent) : actor);
