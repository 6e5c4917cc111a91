import { type Address, joinAddress } from './addressLine.ts';
import { brand } from '../content/brand.ts';

/** A link that opens a room's building in the visitor's map app, or in the map in the browser. */
export const mapLink = ({
  buildingNo,
  streetName,
  areaName,
  city,
  pincode,
}: Omit<Address, 'floor'>): string => {
  const query = joinAddress([brand.name, `${buildingNo} ${streetName}`, areaName, `${city} ${pincode}`]);
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query }).toString()}`;
};
