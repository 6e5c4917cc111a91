import type { Room } from '../../contract/rooms.ts';

/** The parts of the city with a drawing (scripts/maps.mjs). */
const drawn: readonly string[] = [
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

/** The path of the drawing of a room's part of the city; null where there is none. */
export const areaMap = ({ area_name: area }: Room['location']): string | null =>
  drawn.includes(area) ? `/images/map-${area.toLowerCase().replace(/[^a-z]+/g, '-')}.svg` : null;
