import { z } from 'zod';
import { MAX_ALT_LENGTH } from '../../domain/rooms/pictures.ts';
import {
  AMENITIES,
  LAYOUTS,
  MAX_BUFFER_SLOTS,
  MAX_CAPACITY,
  MAX_DESCRIPTION_LENGTH,
  MAX_PICTURES,
} from '../../domain/rooms/roomFields.ts';
import { parseSlotTime, SLOTS_PER_DAY } from '../../domain/time/slots.ts';
import { CITIES } from '../../domain/rooms/city.ts';
import { room } from '../rooms/rooms.ts';
import { optionalReason } from '../reason.ts';
import {
  calendarDate,
  count,
  emptyIsNull,
  filledLine,
  optionalLine,
  rowId,
  slotBoundary,
  typedText,
  wholeNumber,
} from '../values.ts';
import { asciiDigits } from '../../domain/text/typedText.ts';
import { pricePerHour } from './pricePerHour.ts';
import { futureRates } from './roomRates.ts';

const isTrue = z.preprocess((value) => value === true || value === 'true' || value === '1', z.boolean());

/** As rooms and posts store it. */
export const picturePath = z
  .string()
  .max(120, 'must be at most 120 characters')
  .regex(/^\/images\/(?:[a-z\d-]+\/)?[a-z\d-]+\.jpg$/, 'must be a picture of this site');

/** In order of time. */
export const MAX_UPCOMING_LISTED = 5;

/** A booking that has not started. `who`: its customer, empty for a closed account. */
const upcomingBooking = z.object({
  id: z.string(),
  who: z.string(),
  day: z.string(),
  start_time: z.string(),
  end_time: z.string(),
});
export type UpcomingBooking = z.infer<typeof upcomingBooking>;

/** A room at the desk. `price_per_hour` is the price in force; `prices` are the later ones, by their first day. */
const deskRoom = room.extend({
  version: z.number(),
  archived: z.boolean(),
  /** Archived because it was never on the site; missing from a server of the previous version. */
  draft: z.boolean().optional(),
  prices: z.array(z.object({ from_day: z.string(), price_per_hour: z.number() })),
  /** Later rates, by their first day; missing from a server of the previous version. */
  later_rates: z.array(futureRates).optional(),
  /** Bookings that have not started; an archived room keeps them. */
  bookings_ahead: z.number(),
  /** The first of them; missing from a server of the previous version. */
  upcoming: z.array(upcomingBooking).optional(),
});
export type DeskRoom = z.infer<typeof deskRoom>;

/** GET desk rooms: all rooms in their order, including archived ones. */
export const deskRoomsResponse = z.object({ data: z.array(deskRoom) });
export type DeskRoomsResponse = z.infer<typeof deskRoomsResponse>;

/** Every POST about a room returns its id and its new version. */
export const roomChangedResponse = z.object({ data: z.object({ id: z.number(), version: z.number() }) });
export type RoomChangedResponse = z.infer<typeof roomChangedResponse>;

const openDay = z
  .object({ opens: slotBoundary, closes: slotBoundary })
  .transform(({ opens, closes }, context) => {
    const start = parseSlotTime(opens) ?? 0;
    // Midnight at the end of the day.
    const end = parseSlotTime(closes) || SLOTS_PER_DAY;
    if (start >= end) {
      context.addIssue({ code: 'custom', path: ['closes'], message: 'must close after it opens' });
    }
    return { start, end };
  });

const unique = (names: readonly string[]): boolean => new Set(names).size === names.length;

/**
 * POST save room: a new room without `id`, with its first price, on the site or as a draft; otherwise all fields of a room except its price. `version`:
 * that of the edited room.
 */
export const saveRoomRequest = z
  .object({
    id: z.preprocess(emptyIsNull, rowId.nullable()),
    version: count.default(0),
    room_name: filledLine(80),
    room_capacity: rowId.refine((seats) => seats <= MAX_CAPACITY, `must be at most ${MAX_CAPACITY}`),
    price_per_hour: pricePerHour.optional(),
    floor: optionalLine(60),
    building_no: filledLine(80),
    street_name: filledLine(120),
    area_name: filledLine(80),
    city: typedText.toLowerCase().pipe(z.enum(CITIES)),
    pincode: typedText.overwrite(asciiDigits).regex(/^[1-9]\d{5}$/, 'must be six digits, the first not 0'),
    amenities: z.array(z.enum(AMENITIES)).refine(unique, 'must not repeat one'),
    layouts: z
      .array(z.object({ name: z.enum(LAYOUTS), seats: rowId }))
      .refine((layouts) => unique(layouts.map(({ name }) => name)), 'must not repeat one'),
    opening_hours: z.array(openDay.nullable()).length(7, 'must have seven days, Monday first'),
    images: z
      .array(picturePath)
      .max(MAX_PICTURES, `must be at most ${MAX_PICTURES}`)
      .refine(unique, 'must not repeat one'),
    /** By the path of the picture. */
    image_alts: z.record(picturePath, optionalLine(MAX_ALT_LENGTH)).default({}),
    /** These four are missing from a page of the previous version, whose form leaves them as they are. */
    description: typedText
      .max(MAX_DESCRIPTION_LENGTH, `must be at most ${MAX_DESCRIPTION_LENGTH} characters`)
      .optional(),
    min_slots: wholeNumber(SLOTS_PER_DAY).optional(),
    max_slots: wholeNumber(SLOTS_PER_DAY).optional(),
    buffer_slots: count
      .refine((slots) => slots <= MAX_BUFFER_SLOTS, `must be at most ${MAX_BUFFER_SLOTS}`)
      .optional(),
    /** Of a new room: it is not on the site until it is published. */
    draft: isTrue.optional(),
  })
  .superRefine(({ id, price_per_hour, layouts, room_capacity, min_slots, max_slots }, context) => {
    if (id === null && price_per_hour === undefined) {
      context.addIssue({ code: 'custom', path: ['price_per_hour'], message: 'is required' });
    }
    if ((min_slots ?? 1) > (max_slots ?? SLOTS_PER_DAY)) {
      const message = 'must not be shorter than the shortest booking';
      context.addIssue({ code: 'custom', path: ['max_slots'], message });
    }
    if (layouts.some(({ seats }) => seats > room_capacity)) {
      const message = 'must not seat more people than the room';
      context.addIssue({ code: 'custom', path: ['layouts'], message });
    }
  });
export type SaveRoomRequest = z.output<typeof saveRoomRequest>;

/** POST room price: the price of an hour for bookings that are made from a date on. */
export const setPriceRequest = z.object({
  id: rowId,
  version: count,
  from_day: calendarDate,
  price_per_hour: pricePerHour,
});
export type SetPriceRequest = z.output<typeof setPriceRequest>;

/** POST remove price: removes a price that is not in force yet. */
export const removePriceRequest = z.object({ id: rowId, version: count, from_day: calendarDate });
export type RemovePriceRequest = z.output<typeof removePriceRequest>;

/** POST archive room: removes it from the site, or restores it when `archived` is false, which also publishes a draft. */
export const archiveRoomRequest = z.object({
  id: rowId,
  version: count,
  archived: isTrue,
  reason: optionalReason,
});
export type ArchiveRoomRequest = z.output<typeof archiveRoomRequest>;

/**
 * POST order rooms: the ids of all rooms in their new order. `shown_ids`: the order that was shown; a page of the previous version
 * does not send it.
 */
export const orderRoomsRequest = z.object({
  ids: z.array(rowId).min(1).max(1000),
  shown_ids: z.array(rowId).max(1000).optional(),
});
