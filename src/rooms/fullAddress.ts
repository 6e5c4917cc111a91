import type { Room } from '../../contract/rooms.ts';

/** A room's address in one line: floor, building, street, area, city and pincode (spec 2). */
export const fullAddress = ({ location }: Pick<Room, 'location'>): string =>
  [
    location.floor,
    location.building_no,
    location.street_name,
    location.area_name,
    // Keeps the pincode on the line of its city.
    `${location.city}\u00a0${location.pincode}`,
  ]
    .filter((part) => part.trim() !== '')
    .join(', ');
