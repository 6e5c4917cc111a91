import type { ActorRefLike, AnyActorRef, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import type { RecordedClock } from '../../flows/recording.ts';
import { guardName } from '../../flows/graph.ts';
import { transitionId } from '../../flows/transitions.ts';
import { idOf, type Message, type Place, PROTOCOL_VERSION } from '../protocol.ts';
import { redact } from './redact.ts';

/** What a running actor has that XState's type for observers does not name. */
type Watched = ActorRefLike & Pick<AnyActorRef, 'id' | '_parent'> & { readonly logic?: { config?: unknown } };

const configOf = (actor: Watched): object | undefined => {
  const config = actor.logic?.config;
  return typeof config === 'object' && config !== null ? config : undefined;
};

interface BuiltIn {
  readonly type?: unknown;
  readonly assignment?: unknown;
  /** Those that `and`, `or` and `not` combine. */
  readonly guards?: readonly unknown[];
}

/** What can be read of a function in a machine's configuration: which fields `assign(…)` sets, which guards `and([…])` asks. */
function functionAsData(value: BuiltIn & { readonly name: string }): object {
  if (value.guards !== undefined) return { type: guardName(value) };
  const type = typeof value.type === 'string' ? value.type : value.name;
  if (typeof value.assignment !== 'object' || value.assignment === null) return { type };
  return { type, assignment: Object.fromEntries(Object.keys(value.assignment).map((key) => [key, true])) };
}

/** A machine's configuration as it was written, states in their order, so that it is drawn as the documents show it. */
const asText = (config: object): string =>
  JSON.stringify(config, (_key, value: unknown) =>
    typeof value === 'function' ? functionAsData(value) : value,
  );

/** The moment of an inspection event: the browser's time, and the time by which the machines decide. */
export interface Moment {
  readonly at: number;
  readonly clock: RecordedClock | null;
}

interface ClockOfMachines {
  now(): number;
  isUnsynced?(): boolean;
}

/** The clock that the root of an actor's system has in its context. */
function clockOf({ actorRef }: InspectionEvent): RecordedClock | null {
  const { context } = rootOf(actorRef as AnyActorRef).getSnapshot() as {
    readonly context?: { readonly clock?: Partial<ClockOfMachines> };
  };
  const clock = context?.clock;
  if (typeof clock?.now !== 'function') return null;
  return { now: clock.now(), isUnsynced: clock.isUnsynced?.() ?? false };
}

/** The present moment. While an actor is made, its system has no clock to read yet. */
export const momentOf = (event: InspectionEvent): Moment => ({
  at: Date.now(),
  clock: event.type === '@xstate.event' ? clockOf(event) : null,
});

/**
 * Turns XState's inspection events into messages for inspectors, at once and without secrets. The library's
 * own translation waits for an idle moment, which in a hidden page is long in coming, and dates events by then; and it
 * sorts the states of a machine by name.
 */
export function messageWriter(visit: string) {
  let number = 0;
  const definitions = new WeakMap<object, string>();
  /** By actor, until the snapshot that they lead to. */
  const taken = new Map<string, string[]>();

  const definitionOf = (actor: Watched, name: string): string => {
    const config = configOf(actor);
    if (config === undefined) return JSON.stringify({ id: name });
    const known = definitions.get(config) ?? asText(config);
    definitions.set(config, known);
    return known;
  };

  const common = (place: Place, rootId: string, { sessionId }: ActorRefLike, at: number) => ({
    id: idOf(place),
    _version: PROTOCOL_VERSION,
    createdAt: String(at),
    rootId,
    sessionId,
  });

  const introduction = (
    place: Place,
    rootId: string,
    actor: Watched,
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
    /** Null for what the protocol has no message for. */
    write(event: InspectionEvent, { at, clock }: Moment = momentOf(event)): Message | null {
      const actor = event.actorRef as Watched;
      const next = () => common({ visit, number: ++number }, event.rootId, actor, at);
      switch (event.type) {
        case '@xstate.actor':
          // It has no snapshot before it is started.
          return introduction({ visit, number: ++number }, event.rootId, actor, { status: 'active' }, at);
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
          const _transitions = taken.get(sessionId) ?? [];
          taken.delete(sessionId);
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
          taken.set(actor.sessionId, [...(taken.get(actor.sessionId) ?? []), ...ids]);
          return null;
        }
        default:
          return null;
      }
    },

    /** An actor as it is now, for an inspector that came late. */
    introduce: (actor: AnyActorRef): Message =>
      introduction(
        { visit, number: 0 },
        rootOf(actor).sessionId,
        actor as Watched,
        actor.getSnapshot() as object,
        Date.now(),
      ),
  };
}

const rootOf = (actor: AnyActorRef): AnyActorRef => (actor._parent ? rootOf(actor._parent) : actor);
