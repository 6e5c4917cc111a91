import type { Room } from '../../../domain/rooms/room.ts';

/** Made by scripts/maps.ts. */
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

/** Null if there is no map. */
export const areaMapPath = ({ areaName: area }: Room['location']): string | null =>
  areasWithMap.includes(area) ? `/images/map-${area.toLowerCase().replace(/[^a-z]+/g, '-')}.svg` : null;
