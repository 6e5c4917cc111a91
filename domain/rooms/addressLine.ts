export interface Address {
  readonly floor: string;
  readonly buildingNo: string;
  readonly streetName: string;
  readonly areaName: string;
  readonly city: string;
  readonly pincode: string;
}

export const joinAddress = (parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');

/** An address in one line: floor, building, street, area, city and pincode (spec 2). */
export const addressLine = (address: Address): string =>
  joinAddress([
    address.floor,
    address.buildingNo,
    address.streetName,
    address.areaName,
    // A no-break space keeps the pincode on the line of its city.
    `${address.city}\u00a0${address.pincode}`,
  ]);
