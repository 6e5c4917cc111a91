import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { SendRequest } from '../protocol.ts';

/** Sends an event to a running machine if its state has a transition for the event. Guards apply as for any other event. */
export function sendManually(actors: readonly AnyActorRef[], { sessionId, event }: SendRequest): void {
  const actor = actors.find((each) => each.sessionId === sessionId);
  const nodes = (actor?.getSnapshot() as Partial<AnyMachineSnapshot> | undefined)?._nodes ?? [];
  if (nodes.some((node) => node.ownEvents.includes(event.type))) actor?.send(event);
}
