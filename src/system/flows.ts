import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { blogMachine } from '../../machines/blog.ts';
import type { checkoutMachine } from '../../machines/checkout/checkout.ts';
import type { enquiryMachine } from '../../machines/enquiry.ts';
import type { liveMachine } from '../../machines/live.ts';
import type { registrationMachine } from '../../machines/registration.ts';
import type { connectionMachine } from '../../machines/connection.ts';
import type { navigationMachine } from '../../machines/navigation.ts';
import type { notifierMachine } from '../../machines/notifier.ts';
import type { bookingsMachine, memberMachine, postMachine, roomsMachine } from '../../machines/resources.ts';
import type { searchMachine } from '../../machines/search.ts';
import type { sessionMachine } from '../../machines/session.ts';
import type { slotsMachine } from '../../machines/slots.ts';
import { slotsId } from '../../machines/system.ts';
import { useAppActor } from './AppActorContext.ts';

/** The running flows by name. */
export interface Flows {
  session: ActorRefFrom<typeof sessionMachine>;
  notifier: ActorRefFrom<typeof notifierMachine>;
  navigation: ActorRefFrom<typeof navigationMachine>;
  search: ActorRefFrom<typeof searchMachine>;
  checkout: ActorRefFrom<typeof checkoutMachine>;
  enquiry: ActorRefFrom<typeof enquiryMachine>;
  contact: ActorRefFrom<typeof enquiryMachine>;
  registration: ActorRefFrom<typeof registrationMachine>;
  live: ActorRefFrom<typeof liveMachine>;
  rooms: ActorRefFrom<typeof roomsMachine>;
  member: ActorRefFrom<typeof memberMachine>;
  bookings: ActorRefFrom<typeof bookingsMachine>;
  blog: ActorRefFrom<typeof blogMachine>;
  post: ActorRefFrom<typeof postMachine>;
  connection: ActorRefFrom<typeof connectionMachine>;
}

export type RoomSlots = ActorRefFrom<typeof slotsMachine>;

/** The actor of a flow that may be down (decision 25) or not have come yet. */
export function useOptionalFlow<Name extends keyof Flows>(name: Name): Flows[Name] | undefined {
  return useSelector(useAppActor(), ({ children }) => children[name] as Flows[Name] | undefined);
}

/** The actor of a flow, another one after a restart; for what stands in a FlowSection. */
export const useFlow = <Name extends keyof Flows>(name: Name): Flows[Name] =>
  useOptionalFlow(name) as Flows[Name];

/** The actor that owns a room's slots; undefined until the root has opened the room, and while it is down. */
export function useRoomSlots(roomId: number): RoomSlots | undefined {
  return useSelector(useAppActor(), ({ children }) => children[slotsId(roomId)] as RoomSlots | undefined);
}
