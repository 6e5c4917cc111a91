import type { AnyActorRef, InspectionEvent, Snapshot } from 'xstate';

const isActive = (actor: AnyActorRef): boolean =>
  (actor.getSnapshot() as Snapshot<unknown> | undefined)?.status === 'active';

/** Keeps the actors that are alive, parents before their children: those that an inspector must hear of when it arrives. */
export function liveActors() {
  const living = new Map<string, AnyActorRef>();
  return {
    note(event: InspectionEvent): void {
      const { sessionId } = event.actorRef;
      if (event.type === '@xstate.actor') living.set(sessionId, event.actorRef as AnyActorRef);
      if (event.type === '@xstate.snapshot' && event.snapshot.status !== 'active') living.delete(sessionId);
    },
    /** Without those that an exception ended, of which XState reports no snapshot. */
    all: (): AnyActorRef[] => [...living.values()].filter(isActive),
  };
}
