import type { Selectable } from 'kysely';
import type { Room } from '../../contract/rooms/rooms.ts';
import type { CancellationPolicies } from '../../domain/money/cancellation.ts';
import type { Address } from '../../domain/rooms/addressLine.ts';
import { LAYOUTS } from '../../domain/rooms/roomFields.ts';
import { camelCased } from '../../domain/text/camelCased.ts';
import { toOpeningTimes } from '../../domain/time/openingHours.ts';
import { MINUTES_PER_SLOT, SLOTS_PER_DAY } from '../../domain/time/slots.ts';
import { type NamedRoom, roomBySlug } from '../../domain/rooms/roomSlug.ts';
import { roomColumns } from '../platform/database/columns.ts';
import type { Database, RoomTable } from '../platform/database/schema.ts';
import { roomIsOnSite } from '../rules/bookingRules.ts';
import { openRangeOn, type StoredHours } from '../slots/openHours.ts';
import { policiesOn } from './policies.ts';
import { type StoredTariff, tariffOn, tariffResponse } from './prices.ts';

export type StoredRoom = Selectable<RoomTable>;

/** A room with the prices, and if requested with the cancellation policies, of a day. */
export type PricedRoom = StoredRoom & StoredTariff & { readonly cancellation?: CancellationPolicies | null };

export const addressColumns = [
  'floor',
  'building_no',
  'street_name',
  'area_name',
  'city',
  'pincode',
] as const satisfies readonly (keyof StoredRoom)[];

/** A room's location as the API returns it. */
export const locationOf = (room: Pick<StoredRoom, (typeof addressColumns)[number]>): Room['location'] => ({
  floor: room.floor,
  building_no: room.building_no,
  street_name: room.street_name,
  area_name: room.area_name,
  city: room.city,
  pincode: room.pincode,
});

/** For the functions of the domain. */
export const addressOf = (room: Parameters<typeof locationOf>[0]): Address => camelCased(locationOf(room));

/** Rooms of the API for the functions of the domain that make their addresses on the site. */
export const namedRooms = (rooms: readonly Pick<Room, 'id' | 'room_name'>[]): readonly NamedRoom[] =>
  rooms.map(({ id, room_name }) => ({ id, roomName: room_name }));

/** A room's opening hours as the API returns them, Monday first. */
const openingHoursOf = (room: StoredHours): Room['opening_hours'] =>
  room.opens.map((_opens, weekday) => {
    const open = openRangeOn(room, weekday);
    return open && toOpeningTimes(open);
  });

/** Position in LAYOUTS: the JSON column does not keep an order. */
const layoutOrder = (name: string): number => (LAYOUTS as readonly string[]).indexOf(name);

/** A room as the API returns it, with the price per hour in rupees (spec 3). */
export const roomResponse = (room: PricedRoom): Room => ({
  id: room.id,
  room_name: room.name,
  room_capacity: room.capacity,
  ...tariffResponse(room),
  images: room.images.map((image) => {
    const alt = room.image_alts[image];
    return alt === undefined ? { image } : { image, alt };
  }),
  amenities: room.amenities.map((name) => ({ name })),
  location: locationOf(room),
  ...(room.description !== '' && { description: room.description }),
  ...(room.min_slots > 1 && { min_minutes: room.min_slots * MINUTES_PER_SLOT }),
  ...(room.max_slots < SLOTS_PER_DAY && { max_minutes: room.max_slots * MINUTES_PER_SLOT }),
  ...(room.buffer_slots > 0 && { buffer_minutes: room.buffer_slots * MINUTES_PER_SLOT }),
  opening_hours: openingHoursOf(room),
  layouts: Object.entries(room.layouts)
    .map(([name, seats]) => ({ name, seats }))
    .sort((a, b) => layoutOrder(a.name) - layoutOrder(b.name)),
  ...(room.cancellation && { cancellation: room.cancellation }),
});

/** All columns of a room except its price, which depends on the day (prices.ts). */
export const unpricedRoomColumns = roomColumns.filter((column) => column !== 'price_per_hour_paise');

/**
 * The rooms on the site in a city (ignoring case), in the order of the list, with their prices and policies on a day (IST date).
 */
export const roomsInCity = (database: Database, city: string, day: string): Promise<PricedRoom[]> =>
  database
    .selectFrom('room')
    .select(unpricedRoomColumns)
    .select([...tariffOn(day), policiesOn(day).as('cancellation')])
    .where(({ fn }) => fn<string>('lower', ['city']), '=', city.toLowerCase())
    .where(roomIsOnSite)
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Whether a room on the site has this slug (domain/rooms/roomSlug.ts). */
export async function hasRoom(database: Database, slug: string): Promise<boolean> {
  const rooms = await database
    .selectFrom('room')
    .select(['id', 'name as roomName'])
    .where(roomIsOnSite)
    .execute();
  return roomBySlug(slug, rooms) !== undefined;
}
