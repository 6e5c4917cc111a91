import type * as api from '../../contract/desk/rooms.ts';
import type { Rate } from '../../domain/money/rates.ts';
import type { Room } from '../../domain/rooms/room.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import type { Ranged } from '../../domain/time/apiTimes.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';
import { rateErrors, rateFields } from './rateEntry.ts';
import { staffForm } from './staffForm.ts';

/** Prices are in paise. */
export interface DeskRoom
  extends
    Room,
    Omit<
      CamelCased<api.DeskRoom>,
      keyof Room | 'upcoming' | 'laterRates' | 'minMinutes' | 'maxMinutes' | 'bufferMinutes'
    > {
  readonly laterRates?: readonly { readonly fromDay: string; readonly rates: readonly Rate[] }[];
  readonly upcoming?: readonly Ranged<api.UpcomingBooking>[];
}

/** Promises reject with a Failure. */
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
      setRates: (rooms: readonly DeskRoom[]) => rooms,
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
      roomName: 'Name',
      roomCapacity: 'Seats',
      pricePerHour: 'Price per hour',
      floor: 'Floor',
      buildingNo: 'Building',
      streetName: 'Street',
      areaName: 'Area',
      pincode: 'Pincode',
      amenities: 'Amenities',
      layouts: 'Layouts',
      openingHours: 'Opening hours',
      images: 'Pictures',
      description: 'Description',
      minSlots: 'Shortest booking',
      maxSlots: 'Longest booking',
      bufferSlots: 'Free after each booking',
    },
    required: {
      roomName: 'Enter the name of the room',
      roomCapacity: 'Enter how many people it seats',
      buildingNo: 'Enter the building',
      streetName: 'Enter the street',
      areaName: 'Enter the area',
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
          room.description,
          room.minSlots,
          room.maxSlots,
          room.bufferSlots,
        ]),
    },
    leavesFor: { path: '/desk?view=rooms', after: 'creating' },
  }),
  staffForm({
    id: 'setPrice',
    area: 'desk',
    call: 'setPrice',
    labels: { pricePerHour: 'Price per hour', fromDay: 'First day' },
    required: { pricePerHour: 'Enter the price of an hour', fromDay: 'Enter the first day' },
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
    id: 'setRates',
    area: 'desk',
    call: 'setRates',
    // The fields of a rate need no labels, because their errors are found before the entry is sent.
    labels: {
      ...Object.fromEntries(rateFields.map((field) => [field, ''])),
      rates: 'Prices',
      fromDay: 'First day',
    },
    required: { fromDay: 'Enter the first day' },
    validate: rateErrors,
    doneText: 'The prices are set',
    changes: ['rooms'],
    isOpen: true,
    edits: {
      resource: 'deskRooms',
      fieldsOf: ({ rates, laterRates }: DeskRoom) => canonicalJson([rates, laterRates]),
      refillsWhenSaved: true,
    },
  }),
  staffForm({
    id: 'removeRates',
    area: 'desk',
    call: 'removeRates',
    doneText: 'The prices are removed',
    changes: ['rooms'],
    isOpen: true,
  }),
  staffForm({
    id: 'archiveRoom',
    area: 'desk',
    call: 'archiveRoom',
    labels: { roomName: 'Name', reason: 'Reason' },
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
