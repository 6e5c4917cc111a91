import { use, useCallback, useSyncExternalStore } from 'react';
import type { FlowRefs } from '../../../machines/registry.ts';
import { slotsId } from '../../../machines/engine/system.ts';
import { useAppActor } from './AppActorContext.ts';
import { PrerenderedContext } from './useSelector.ts';

/** The actors of the flows by name, except the slots, which have an actor for each room. */
export type Flows = Omit<FlowRefs, 'slots'>;

export type RoomSlotsActor = FlowRefs['slots'];

/** A child of the root. While the page is hydrated, a child that it was prerendered without must not be shown yet. */
function useChild(id: string): unknown {
  const app = useAppActor();
  const prerendered = use(PrerenderedContext);
  const running = () => app.getSnapshot().children[id];
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = app.subscribe(onChange);
      return () => subscription.unsubscribe();
    },
    [app],
  );
  const whileHydrating = () => {
    if (prerendered === null) return running();
    const child = prerendered.getSnapshot().children[id];
    // A flow that is already down was prerendered, too.
    return child && (running() ?? child);
  };
  return useSyncExternalStore(subscribe, running, whileHydrating);
}

/** The actor of a flow; undefined while the flow is down (decision 25) or not loaded. */
export const useOptionalFlow = <Name extends keyof Flows>(name: Name): Flows[Name] | undefined =>
  useChild(name) as Flows[Name] | undefined;

/** The actor of a flow; a new actor after a restart. Use it only within a FlowSection that needs the flow. */
export function useFlow<Name extends keyof Flows>(name: Name): Flows[Name] {
  const flow = useOptionalFlow(name);
  if (!flow) throw new Error(`the page's route does not load the flow ${name}, or no FlowSection needs it`);
  return flow;
}

/** The actor of a room's slots; undefined until the root has opened the room, and while the actor is down. */
export const useRoomSlots = (roomId: number): RoomSlotsActor | undefined =>
  useChild(slotsId(roomId)) as RoomSlotsActor | undefined;
