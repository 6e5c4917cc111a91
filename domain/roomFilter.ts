/** The amenities that a search can ask for (spec 3). */
export const FILTER_AMENITIES = ['wifi', 'tv', 'projector', 'white board', 'tea/coffee'] as const;
export type Amenity = (typeof FILTER_AMENITIES)[number];

/** The order of the rooms that a search shows: as the city lists them, the cheapest or the smallest first. */
export const SORTS = ['listed', 'price', 'seats'] as const;
export type Sort = (typeof SORTS)[number];

/** What is filtered and sorted by, as the API sends it. */
interface ListedRoom {
  readonly price_per_hour: number;
  readonly room_capacity: number;
  readonly amenities: readonly { readonly name: string }[];
}

/** True when a room has every wanted amenity. */
export const hasAmenities = (room: ListedRoom, required: readonly Amenity[]): boolean =>
  required.every((amenity) => room.amenities.some(({ name }) => name.toLowerCase() === amenity));

/** The rooms in the order of `sort`; equal ones keep their order. */
export function sortRooms<Room extends ListedRoom>(rooms: readonly Room[], sort: Sort): readonly Room[] {
  if (sort === 'listed') return rooms;
  const key = sort === 'price' ? 'price_per_hour' : 'room_capacity';
  return [...rooms].sort((a, b) => a[key] - b[key]);
}
