import type * as api from '../../contract/desk/rooms.ts';
import type { Room } from '../../domain/rooms/room.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import type { Ranged } from '../../domain/time/ranged.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';
import { staffForm } from './staffForm.ts';

/** A room at the desk. Prices are in paise. */
export interface DeskRoom extends Room, Omit<CamelCased<api.DeskRoom>, keyof Room | 'upcoming'> {
  readonly upcoming?: readonly Ranged<api.UpcomingBooking>[];
}

/** The effects of the flows about rooms. Promises reject with a Failure. */
interface Needs {
  readonly desk: { rooms(signal: AbortSignal): Promise<readonly DeskRoom[]> };
}

const deskRoomsFlow = resourceFlow(
  'deskRooms',
  {
    needs: ['desk'],
    shows: ['rooms', 'bookings'],
    editedBy: {
      saveRoom: (rooms: readonly DeskRoom[]) => rooms,
      setPrice: (rooms: readonly DeskRoom[]) => rooms,
    },
  },
  ({ desk }: Needs, _key, signal) => desk.rooms(signal),
);

/** Rooms and their prices, which managers maintain for the public site. */
export const siteFlows = [
  deskRoomsFlow,
  staffForm({
    id: 'saveRoom',
    area: 'desk',
    call: 'saveRoom',
    labels: {
      room_name: 'Name',
      room_capacity: 'Seats',
      price_per_hour: 'Price per hour',
      floor: 'Floor',
      building_no: 'Building',
      street_name: 'Street',
      area_name: 'Area',
      pincode: 'Pincode',
      amenities: 'Amenities',
      layouts: 'Layouts',
      opening_hours: 'Opening hours',
      images: 'Pictures',
    },
    required: {
      room_name: 'Enter the name of the room',
      room_capacity: 'Enter how many people it seats',
      building_no: 'Enter the building',
      street_name: 'Enter the street',
      area_name: 'Enter the area',
      pincode: 'Enter the pincode',
    },
    doneText: 'The room is saved',
    changes: ['rooms'],
    isOpen: true,
    // Prices and bookings change independently of the form.
    edits: {
      resource: 'deskRooms',
      fieldsOf: (room: DeskRoom) =>
        canonicalJson([
          room.roomName,
          room.roomCapacity,
          room.images,
          room.location,
          room.amenities,
          room.layouts,
          room.openingHours,
        ]),
    },
    leavesFor: { path: '/desk?view=rooms', after: 'creating' },
  }),
  staffForm({
    id: 'setPrice',
    area: 'desk',
    call: 'setPrice',
    labels: { price_per_hour: 'Price per hour', from_day: 'First day' },
    required: { price_per_hour: 'Enter the price of an hour', from_day: 'Enter the first day' },
    doneText: 'The price is set',
    changes: ['rooms'],
    isOpen: true,
    // Its fields start empty: every version has the same ones.
    edits: { resource: 'deskRooms', fieldsOf: (_room: DeskRoom) => '', refillsWhenSaved: true },
  }),
  staffForm({
    id: 'removePrice',
    area: 'desk',
    call: 'removePrice',
    doneText: 'The price is removed',
    changes: ['rooms'],
    isOpen: true,
  }),
  staffForm({
    id: 'archiveRoom',
    area: 'desk',
    call: 'archiveRoom',
    labels: { room_name: 'Name', reason: 'Reason' },
    doneText: 'The room is changed',
    changes: ['rooms'],
  }),
  // The entry has the ids of all rooms in their new order and in the shown one, separated by commas.
  staffForm({
    id: 'orderRooms',
    area: 'desk',
    call: 'orderRooms',
    doneText: 'The order is saved',
    changes: ['rooms'],
    isOpen: true,
  }),
] as const;
