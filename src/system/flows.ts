import { useSelector } from '@xstate/react';
import type { FlowRefs } from '../../machines/registry.ts';
import { slotsId } from '../../machines/system.ts';
import { useAppActor } from './AppActorContext.ts';

/** The running flows by name; a room's slots have an actor for each room. */
export type Flows = Omit<FlowRefs, 'slots'>;

export type RoomSlots = FlowRefs['slots'];

/** The actor of a flow that may be down (decision 25) or not loaded yet. */
export function useOptionalFlow<Name extends keyof Flows>(name: Name): Flows[Name] | undefined {
  return useSelector(useAppActor(), ({ children }) => children[name] as unknown as Flows[Name] | undefined);
}

/** The actor of a flow, a new one after a restart. Only within a FlowSection. */
export const useFlow = <Name extends keyof Flows>(name: Name): Flows[Name] =>
  useOptionalFlow(name) as Flows[Name];

/** The actor that owns a room's slots; undefined until the root has opened the room, and while it is down. */
export function useRoomSlots(roomId: number): RoomSlots | undefined {
  return useSelector(
    useAppActor(),
    ({ children }) => children[slotsId(roomId)] as unknown as RoomSlots | undefined,
  );
}
