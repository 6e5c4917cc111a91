import { useSelector } from '@xstate/react';
import type { FlowRefs } from '../../machines/registry.ts';
import { slotsId } from '../../machines/system.ts';
import { useAppActor } from './AppActorContext.ts';

/** The actors of the flows by name, except the slots, which have an actor for each room. */
export type Flows = Omit<FlowRefs, 'slots'>;

export type RoomSlotsActor = FlowRefs['slots'];

/** The actor of a flow; undefined while the flow is down (decision 25) or not loaded. */
export function useOptionalFlow<Name extends keyof Flows>(name: Name): Flows[Name] | undefined {
  return useSelector(useAppActor(), ({ children }) => children[name] as unknown as Flows[Name] | undefined);
}

/** The actor of a flow; a new actor after a restart. Use it only within a FlowSection that needs the flow. */
export const useFlow = <Name extends keyof Flows>(name: Name): Flows[Name] =>
  useOptionalFlow(name) as Flows[Name];

/** The actor of a room's slots; undefined until the root has opened the room, and while the actor is down. */
export function useRoomSlots(roomId: number): RoomSlotsActor | undefined {
  return useSelector(
    useAppActor(),
    ({ children }) => children[slotsId(roomId)] as unknown as RoomSlotsActor | undefined,
  );
}
