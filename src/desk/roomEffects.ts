import { deskPaths } from '../../contract/deskPaths.ts';
import type { DeskRoomsResponse } from '../../contract/deskRooms.ts';
import { LAYOUTS } from '../../domain/roomFields.ts';
import type { FormEntry } from '../../machines/accountForm.ts';
import type { DeskEffects } from '../../machines/effects.ts';

type RoomEffects = Pick<
  DeskEffects['desk'],
  'rooms' | 'saveRoom' | 'setPrice' | 'removePrice' | 'archiveRoom' | 'orderRooms'
>;

/** The number of weekdays. */
const WEEK = 7;

/** The texts of the room's form as the call wants them. */
export function roomOf(entry: FormEntry): object {
  const chosen = (prefix: string): string[] =>
    Object.keys(entry)
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));
  const { id, version, room_name, room_capacity, floor, building_no, street_name, area_name, pincode } =
    entry;
  return {
    id,
    version,
    room_name,
    room_capacity,
    ...(id === '' ? { price_per_hour: entry['price_per_hour'] } : {}),
    floor,
    building_no,
    street_name,
    area_name,
    city: 'chennai',
    pincode,
    amenities: chosen('amenity '),
    layouts: LAYOUTS.filter((name) => entry[`seats ${name}`]?.trim()).map((name) => ({
      name,
      seats: entry[`seats ${name}`],
    })),
    opening_hours: Array.from({ length: WEEK }, (_, day) =>
      entry[`open ${day}`] === undefined
        ? null
        : { opens: entry[`opens ${day}`], closes: entry[`closes ${day}`] },
    ),
    images: (entry['images'] ?? '').split(' ').filter(Boolean),
    image_alts: Object.fromEntries(chosen('alt ').map((path) => [path, entry[`alt ${path}`]])),
  };
}

/** What the desk does with rooms. `read` and `post` make the calls. */
export const roomEffects = (
  read: <Body extends { readonly data: unknown }>(url: string, signal: AbortSignal) => Promise<Body['data']>,
  post: (url: string) => (data: object) => Promise<void>,
): RoomEffects => ({
  rooms: (signal) => read<DeskRoomsResponse>(deskPaths.rooms, signal),
  saveRoom: (entry) => post(deskPaths.saveRoom)(roomOf(entry)),
  setPrice: post(deskPaths.setPrice),
  removePrice: post(deskPaths.removePrice),
  archiveRoom: post(deskPaths.archiveRoom),
  orderRooms: ({ ids = '' }) => post(deskPaths.orderRooms)({ ids: ids.split(',') }),
});
