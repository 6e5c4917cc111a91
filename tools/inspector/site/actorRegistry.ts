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
    /** The running actors. The filter removes actors that threw an exception, because XState reports no snapshot of them. */
    all: (): AnyActorRef[] => [...living.values()].filter(isActive),
  };
}
