import { type Address, joinAddress } from './addressLine.ts';
import { brand } from '../content/brand.ts';

/** A link that opens a room's building in the visitor's map app, or in the map in the browser. */
export const mapLink = ({
  building_no,
  street_name,
  area_name,
  city,
  pincode,
}: Omit<Address, 'floor'>): string => {
  const query = joinAddress([brand.name, `${building_no} ${street_name}`, area_name, `${city} ${pincode}`]);
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query }).toString()}`;
};
