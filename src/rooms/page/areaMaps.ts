import type { Room } from '../../../domain/rooms/room.ts';

/** The areas of the city for which there is a map (scripts/maps.ts). */
const areasWithMap: readonly string[] = [
  'Mylapore',
  'Velachery',
  'Guindy',
  'Nungambakkam',
  'Adyar',
  'OMR Thoraipakkam',
  'Anna Nagar',
  'T. Nagar',
  'Egmore',
];

/** The path of the map of a room's area; null if there is none. */
export const areaMapPath = ({ areaName: area }: Room['location']): string | null =>
  areasWithMap.includes(area) ? `/images/map-${area.toLowerCase().replace(/[^a-z]+/g, '-')}.svg` : null;
