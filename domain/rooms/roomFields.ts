/** Each has an icon (spec 3). */
export const AMENITIES = ['projector', 'tea/coffee', 'wifi', 'tv', 'white board'] as const;
export type Amenity = (typeof AMENITIES)[number];

/** Each has a drawing (src/rooms/page/layoutDrawings.tsx). */
export const LAYOUTS = ['round table', 'boardroom', 'u-shape', 'classroom', 'theatre', 'lounge'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** A higher price is a typing mistake. */
export const MAX_PRICE_PER_HOUR = 1_00_000_00;
export const MAX_CAPACITY = 2_000;
export const MAX_PICTURES = 12;
/** Slots that stay free after each booking. The database refuses more as well (migration 0092). */
export const MAX_BUFFER_SLOTS = 8;
export const MAX_DESCRIPTION_LENGTH = 2_000;
export const MAX_PRICE_DAYS_AHEAD = 730;
