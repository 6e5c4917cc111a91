import type { ActorRefLike, AnyActorRef, InspectionEvent } from 'xstate';
import { guardName } from '../../flows/graph.ts';
import type { RecordedClock } from '../../flows/recording.ts';
import { transitionId } from '../../flows/transitions.ts';
import { idOf, type Message, PROTOCOL_VERSION } from '../protocol.ts';
import { redact } from './redact.ts';

/** A running actor with fields that XState's type for observers does not have. */
type ObservedActor = ActorRefLike &
  Pick<AnyActorRef, 'id' | '_parent'> & { readonly logic?: { readonly config?: { readonly id?: unknown } } };

/** A machine's configuration; a promise has none. */
const configOf = ({ logic }: ObservedActor): { readonly id?: unknown } | undefined =>
  typeof logic?.config === 'object' ? logic.config : undefined;

interface XStateFunction {
  readonly name: string;
  readonly type?: unknown;
  readonly assignment?: unknown;
  readonly guards?: readonly unknown[];
}

/** Its name, with the fields that `assign(…)` sets, or the guards that `and([…])` combines. */
function functionAsData(value: XStateFunction): object {
  if (value.guards !== undefined) return { type: guardName(value) };
  const type = typeof value.type === 'string' ? value.type : value.name;
  if (typeof value.assignment !== 'object' || value.assignment === null) return { type };
  return { type, assignment: Object.fromEntries(Object.keys(value.assignment).map((key) => [key, true])) };
}

/** By the browser's clock and by the machines' clock. */
export interface EventTime {
  readonly at: number;
  readonly clock: RecordedClock | null;
}

interface RootSnapshot {
  readonly context?: { readonly clock?: { now?(): number; isUnsynced?(): boolean } };
}

/** The machines' clock is read only for events: while an actor is being created, its system has no clock yet. */
export function eventTimeOf({ type, actorRef }: InspectionEvent): EventTime {
  const root = type === '@xstate.event' ? rootOf(actorRef as AnyActorRef) : undefined;
  const clock = (root?.getSnapshot() as RootSnapshot | undefined)?.context?.clock;
  const now = clock?.now?.();
  return {
    at: Date.now(),
    clock: now === undefined ? null : { now, isUnsynced: clock?.isUnsynced?.() ?? false },
  };
}

export const rootOf = (actor: AnyActorRef): AnyActorRef => (actor._parent ? rootOf(actor._parent) : actor);

/**
 * Turns XState's inspection events into messages for inspectors, immediately and without secrets. The protocol's own library waits
 * for idle time, which takes long in a hidden page, and dates events by that time; and it sorts the states of a machine by name.
 */
export function createMessageWriter(visit: string) {
  let number = 0;
  const definitions = new WeakMap<object, string>();
  /** By session id, since the actor's last snapshot. */
  const takenTransitions = new Map<string, string[]>();

  /** With its states in the written order, so that a machine is drawn as in the documents. */
  const definitionOf = (actor: ObservedActor, name: string): string => {
    const config = configOf(actor);
    if (config === undefined) return JSON.stringify({ id: name });
    const toData = (_: string, value: unknown) =>
      typeof value === 'function' ? functionAsData(value) : value;
    const text = definitions.get(config) ?? JSON.stringify(config, toData);
    definitions.set(config, text);
    return text;
  };

  const common = (position: number, rootId: string, sessionId: string, at: number) => ({
    id: idOf({ visit, number: position }),
    _version: PROTOCOL_VERSION,
    createdAt: String(at),
    rootId,
    sessionId,
  });

  const introduction = (
    fields: ReturnType<typeof common>,
    actor: ObservedActor,
    snapshot: object,
  ): Message => {
    const { id, sessionId, _parent } = actor;
    const machineId = configOf(actor)?.id;
    const name = id === sessionId && typeof machineId === 'string' ? machineId : id;
    const definition = definitionOf(actor, name);
    return redact({
      ...fields,
      type: '@xstate.actor',
      name,
      parentId: _parent?.sessionId,
      definition,
      snapshot,
    });
  };

  return {
    /** Null when the protocol has no message for the event. */
    write(event: InspectionEvent, { at, clock }: EventTime = eventTimeOf(event)): Message | null {
      const actor = event.actorRef as ObservedActor;
      const { sessionId } = actor;
      const taken = takenTransitions.get(sessionId) ?? [];
      if (event.type === '@xstate.microstep') {
        takenTransitions.set(sessionId, [...taken, ...event._transitions.map(transitionId)]);
        return null;
      }
      const fields = common(++number, event.rootId, sessionId, at);
      // The actor has no snapshot before it is started.
      if (event.type === '@xstate.actor') return introduction(fields, actor, { status: 'active' });
      if (event.type === '@xstate.event') {
        const { type, sourceRef } = event;
        const sourceId = sourceRef?.sessionId;
        return redact({ ...fields, type, event: event.event, sourceId, ...(clock && { _clock: clock }) });
      }
      if (event.type !== '@xstate.snapshot') return null;
      takenTransitions.delete(sessionId);
      const { type, snapshot } = event;
      const _transitions = configOf(actor) ? { _transitions: taken } : {};
      return redact({ ...fields, type, event: event.event, snapshot, ..._transitions });
    },

    /** A message with the current state of an actor, for an inspector that connects late. */
    introduce(actor: AnyActorRef): Message {
      const fields = common(0, rootOf(actor).sessionId, actor.sessionId, Date.now());
      return introduction(fields, actor as ObservedActor, actor.getSnapshot() as object);
    },
  };
}
