import type { Room } from '../../contract/rooms.ts';

/** Where a room is, in one line: floor, building, street, area, city and pincode (spec 2). */
export const fullAddress = ({ location }: Pick<Room, 'location'>): string =>
  [
    location.floor,
    location.building_no,
    location.street_name,
    location.area_name,
    // A pincode never stands alone on a line.
    `${location.city}\u00a0${location.pincode}`,
  ]
    .filter((part) => part.trim() !== '')
    .join(', ');
