import type { Amenity } from './roomFields.ts';

/** The amenities by which a search can filter (spec 3), in the order of the form. */
export const FILTER_AMENITIES = [
  'wifi',
  'tv',
  'projector',
  'white board',
  'tea/coffee',
] as const satisfies readonly Amenity[];

/** The orders of the rooms of a search: as listed, the cheapest first, the smallest first. */
export const SORTS = ['listed', 'price', 'seats'] as const;
export type Sort = (typeof SORTS)[number];

/** The fields of a room that are used to filter and sort. */
interface ListedRoom {
  readonly pricePerHour: number;
  readonly roomCapacity: number;
  readonly amenities: readonly { readonly name: string }[];
}

/** True when a room has every required amenity. */
export const hasAmenities = (room: ListedRoom, required: readonly Amenity[]): boolean =>
  required.every((amenity) => room.amenities.some(({ name }) => name.toLowerCase() === amenity));

/** The rooms in the order of `sort`; equal ones keep their order. */
export function sortRooms<Room extends ListedRoom>(rooms: readonly Room[], sort: Sort): readonly Room[] {
  if (sort === 'listed') return rooms;
  const key = sort === 'price' ? 'pricePerHour' : 'roomCapacity';
  return [...rooms].sort((a, b) => a[key] - b[key]);
}
