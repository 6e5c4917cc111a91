const shownNames: Readonly<Record<string, string>> = { wifi: 'Wi-Fi', tv: 'TV' };

/** An amenity's display name; an unknown one is capitalised. */
export const amenityName = (name: string): string =>
  shownNames[name.toLowerCase()] ?? name.charAt(0).toUpperCase() + name.slice(1);
