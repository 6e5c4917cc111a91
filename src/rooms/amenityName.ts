const shownNames: Readonly<Record<string, string>> = { wifi: 'Wi-Fi', tv: 'TV' };

/** An amenity's display name. An unknown amenity is capitalised. */
export const amenityName = (name: string): string =>
  shownNames[name.toLowerCase()] ?? name.charAt(0).toUpperCase() + name.slice(1);
