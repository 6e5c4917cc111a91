import { deskPaths } from '../../../contract/desk/paths.ts';
import type { DeskRoom as ApiDeskRoom, DeskRoomsResponse } from '../../../contract/desk/rooms.ts';
import { LAYOUTS } from '../../../domain/rooms/roomFields.ts';
import { snakeCased } from '../../../domain/text/camelCased.ts';
import type { FormEntry } from '../../../machines/engine/form/form.ts';
import { paiseOf } from '../../../domain/money/pricing.ts';
import { toOpeningTimes } from '../../../domain/time/openingHours.ts';
import { ranged } from '../../../domain/time/apiTimes.ts';
import { enteredRates } from '../../../machines/desk/rateEntry.ts';
import { slotTime } from '../../../domain/time/slots.ts';
import type { DeskRoom } from '../../../machines/desk/roomFlows.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import { rateOf, roomOf } from '../../rooms/exports.ts';

type RoomEffects = Pick<
  DeskEffects['desk'],
  | 'rooms'
  | 'saveRoom'
  | 'setPrice'
  | 'removePrice'
  | 'setRates'
  | 'removeRates'
  | 'archiveRoom'
  | 'orderRooms'
>;

const DAYS_PER_WEEK = 7;

const deskRoomOf = ({
  prices,
  bookings_ahead,
  upcoming,
  version,
  archived,
  draft,
  later_rates,
  ...room
}: ApiDeskRoom): DeskRoom => ({
  ...roomOf(room),
  version,
  archived,
  ...(draft !== undefined && { draft }),
  prices: prices.map(({ from_day, price_per_hour }) => ({
    fromDay: from_day,
    pricePerHour: paiseOf(price_per_hour),
  })),
  ...(later_rates && {
    laterRates: later_rates.map(({ from_day, rates }) => ({ fromDay: from_day, rates: rates.map(rateOf) })),
  }),
  bookingsAhead: bookings_ahead,
  ...(upcoming && { upcoming: upcoming.map(ranged) }),
});

export function roomRequestOf(entry: FormEntry): object {
  const namesAfter = (prefix: string): string[] =>
    Object.keys(entry)
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));
  const { id, version, roomName, roomCapacity, floor, buildingNo, streetName, areaName, pincode } = entry;
  return {
    id,
    version,
    room_name: roomName,
    room_capacity: roomCapacity,
    ...(id === '' ? { price_per_hour: entry['pricePerHour'], draft: entry['draft'] ?? '' } : {}),
    description: entry['description'],
    min_slots: entry['minSlots'],
    max_slots: entry['maxSlots'],
    buffer_slots: entry['bufferSlots'],
    floor,
    building_no: buildingNo,
    street_name: streetName,
    area_name: areaName,
    city: 'chennai',
    pincode,
    amenities: namesAfter('amenity '),
    layouts: LAYOUTS.filter((name) => entry[`seats ${name}`]?.trim()).map((name) => ({
      name,
      seats: entry[`seats ${name}`],
    })),
    opening_hours: Array.from({ length: DAYS_PER_WEEK }, (_, day) =>
      entry[`open ${day}`] === undefined
        ? null
        : toOpeningTimes({ start: Number(entry[`opens ${day}`]), end: Number(entry[`closes ${day}`]) }),
    ),
    images: (entry['images'] ?? '').split(' ').filter(Boolean),
    image_alts: Object.fromEntries(namesAfter('alt ').map((path) => [path, entry[`alt ${path}`]])),
  };
}

export const ratesRequestOf = (entry: FormEntry): object => ({
  id: entry['id'],
  version: entry['version'],
  from_day: entry['fromDay'],
  rates: enteredRates(entry).map(({ weekdays, start, end, pricePerHour }) => ({
    weekdays,
    start_time: slotTime(start),
    end_time: slotTime(end),
    price_per_hour: pricePerHour / 100,
  })),
});

/** `read` and `post` send the requests. */
export const createRoomEffects = (
  read: <Body extends { readonly data: unknown }>(url: string, signal: AbortSignal) => Promise<Body['data']>,
  post: (url: string) => (data: object) => Promise<void>,
): RoomEffects => ({
  rooms: async (signal) => (await read<DeskRoomsResponse>(deskPaths.rooms, signal)).map(deskRoomOf),
  saveRoom: (entry) => post(deskPaths.saveRoom)(roomRequestOf(entry)),
  setPrice: (entry) => post(deskPaths.setPrice)(snakeCased(entry)),
  removePrice: (entry) => post(deskPaths.removePrice)(snakeCased(entry)),
  setRates: (entry) => post(deskPaths.setRates)(ratesRequestOf(entry)),
  removeRates: (entry) => post(deskPaths.removeRates)(snakeCased(entry)),
  archiveRoom: (entry) => post(deskPaths.archiveRoom)(snakeCased(entry)),
  orderRooms: ({ ids = '', shownIds = '' }) =>
    post(deskPaths.orderRooms)({ ids: ids.split(','), shown_ids: shownIds.split(',') }),
});
