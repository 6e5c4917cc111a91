import { type AskedTimes, comparedPrice, type Tariff } from '../money/rates.ts';
import type { Amenity } from './roomFields.ts';

/** In the order of the form (spec 3). */
export const FILTER_AMENITIES = [
  'wifi',
  'tv',
  'projector',
  'white board',
  'tea/coffee',
] as const satisfies readonly Amenity[];

/** As listed, the cheapest first, the smallest first. */
export const SORTS = ['listed', 'price', 'seats'] as const;
export type Sort = (typeof SORTS)[number];

interface ListedRoom extends Tariff {
  readonly roomCapacity: number;
  readonly amenities: readonly { readonly name: string }[];
}

/** True when a room has every required amenity. */
export const hasAmenities = (room: ListedRoom, required: readonly Amenity[]): boolean =>
  required.every((amenity) => room.amenities.some(({ name }) => name.toLowerCase() === amenity));

/** By the price of the asked times, if any. Equal rooms keep their order. */
export function sortRooms<Room extends ListedRoom>(
  rooms: readonly Room[],
  sort: Sort,
  asked: AskedTimes | null = null,
): readonly Room[] {
  if (sort === 'listed') return rooms;
  const key = (room: Room) => (sort === 'price' ? comparedPrice(room, asked) : room.roomCapacity);
  return [...rooms].sort((a, b) => key(a) - key(b));
}
