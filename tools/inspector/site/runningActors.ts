import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { SendRequest } from '../protocol.ts';

/** An actor and those that it has started, parents before their children: an inspector must receive them when it connects. */
export function runningActors(actor: AnyActorRef): AnyActorRef[] {
  const snapshot = actor.getSnapshot() as { status: string; children?: Record<string, AnyActorRef> };
  const children = Object.values(snapshot.children ?? {});
  return snapshot.status === 'active' ? [actor, ...children.flatMap(runningActors)] : [];
}

/** Sends an event to a running machine if its state has a transition for the event. Guards apply as for any other event. */
export function sendManually(root: AnyActorRef, { sessionId, event }: SendRequest): void {
  const actor = runningActors(root).find((each) => each.sessionId === sessionId);
  const nodes = (actor?.getSnapshot() as Partial<AnyMachineSnapshot> | undefined)?._nodes ?? [];
  if (nodes.some((node) => node.ownEvents.includes(event.type))) actor?.send(event);
}
