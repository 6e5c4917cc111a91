import { capitalised } from '../text/capitalised.ts';

const shownNames: Readonly<Record<string, string>> = { wifi: 'Wi-Fi', tv: 'TV' };

/** An amenity's display name. An unknown amenity is capitalised. */
export const amenityName = (name: string): string => shownNames[name.toLowerCase()] ?? capitalised(name);

/** '1 person', '12 people'. */
export const peopleText = (count: number): string => (count === 1 ? '1 person' : `${count} people`);
