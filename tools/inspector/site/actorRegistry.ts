import type { AnyActorRef, InspectionEvent, Snapshot } from 'xstate';

const isActive = (actor: AnyActorRef): boolean =>
  (actor.getSnapshot() as Snapshot<unknown> | undefined)?.status === 'active';

/** Keeps the running actors, parents before their children: an inspector must receive them when it connects. */
export function createActorRegistry() {
  const living = new Map<string, AnyActorRef>();
  return {
    observe(event: InspectionEvent): void {
      const { sessionId } = event.actorRef;
      if (event.type === '@xstate.actor') living.set(sessionId, event.actorRef as AnyActorRef);
      if (event.type === '@xstate.snapshot' && event.snapshot.status !== 'active') living.delete(sessionId);
    },
    /** XState reports no snapshot of actors that threw an exception: the filter removes them. */
    all: (): AnyActorRef[] => [...living.values()].filter(isActive),
  };
}
