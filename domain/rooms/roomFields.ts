/** The amenities that a room may have; each has an icon (spec 3). */
export const AMENITIES = ['projector', 'tea/coffee', 'wifi', 'tv', 'white board'] as const;
export type Amenity = (typeof AMENITIES)[number];

/** The seating layouts of rooms; each has a drawing (src/rooms/page/layoutDrawings.tsx). */
export const LAYOUTS = ['round table', 'boardroom', 'u-shape', 'classroom', 'theatre', 'lounge'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** The highest price of an hour in paise: a higher one is a typing mistake. */
export const MAX_PRICE_PER_HOUR = 1_00_000_00;
/** The most people that a room may seat. */
export const MAX_CAPACITY = 2_000;
export const MAX_PICTURES = 12;
/** The most days ahead on which a price may start. */
export const MAX_PRICE_DAYS_AHEAD = 730;
