import { z } from 'zod';
import { MAX_SERIES_DATES } from '../../domain/bookings/series.ts';
import { CITIES } from '../../domain/rooms/city.ts';
import { calendarDate, rowId, typedText } from '../values.ts';
import { roomRate } from './rates.ts';

export const roomLocation = z.object({
  floor: z.string(),
  building_no: z.string(),
  street_name: z.string(),
  area_name: z.string(),
  city: z.string(),
  pincode: z.string(),
});

/** When a room opens and closes on a day, 'HH:MM:SS'; it can be booked from `opens` until `closes`. */
const openingTimes = z.object({ opens: z.string(), closes: z.string() });

/**
 * The refund rules of bookings: cancelling at least `hours` before the start refunds `percent` of the amount paid, and after
 * the last step nothing. With `grace` the refund is full within `hours` after booking while the start is more than `leadHours`
 * away.
 */
const cancellationPolicy = z.object({
  steps: z.array(z.object({ hours: z.number(), percent: z.number() })).readonly(),
  grace: z.object({ hours: z.number(), leadHours: z.number() }).nullable(),
  /** The refund is full for so many minutes after booking while the start is more than an hour away. */
  correctionMinutes: z.number().nullish(),
});

/** The policies of bookings that are made from a day (IST date) on, by means of payment. */
export const cancellationPolicies = z.object({
  from_day: z.string(),
  card: cancellationPolicy,
  points: cancellationPolicy,
});

/**
 * A meeting room (spec 3). `price_per_hour` is in rupees; image paths are relative to the site's URL; `alt` is the alternative
 * text of a picture, if the desk has entered one. `opening_hours`: one entry for each weekday, Monday first, null on a closed
 * day. `layouts`: the seating layouts. `cancellation`: the policies of a booking that is made now. A server of the previous
 * version does not send the last three.
 */
export const room = z.object({
  id: z.number(),
  room_name: z.string(),
  room_capacity: z.number(),
  price_per_hour: z.number(),
  /** Other prices at other times; missing for a room without them. They do not overlap. */
  rates: z.array(roomRate).optional(),
  images: z.array(z.object({ image: z.string(), alt: z.string().optional() })),
  amenities: z.array(z.object({ name: z.string() })),
  location: roomLocation,
  /** Plain text; missing for a room without one. */
  description: z.string().optional(),
  /** The shortest and the longest booking, in minutes; missing without a limit. */
  min_minutes: z.int().optional(),
  max_minutes: z.int().optional(),
  /** How long the room stays free after each booking; missing without such a time. */
  buffer_minutes: z.int().optional(),
  opening_hours: z.array(openingTimes.nullable()).length(7).optional(),
  layouts: z.array(z.object({ name: z.string(), seats: z.number() })).optional(),
  cancellation: cancellationPolicies.optional(),
});
export type Room = z.infer<typeof room>;

/** GET rooms: the city. */
export const roomsQuery = z.object({
  city: typedText.toLowerCase().pipe(z.enum(CITIES)).default('chennai'),
});
export const roomsResponse = z.object({ data: z.array(room) });
export type RoomsResponse = z.infer<typeof roomsResponse>;

/** POST una-slot: the date and the room. */
export const takenSlotsRequest = z.object({ date: calendarDate, id: rowId });

/**
 * The slots of a room on a date that are taken for the caller: their starts, 'HH:MM:SS' (ruling 7). Slots outside the opening
 * hours cannot be booked either, but are not in the list: `open` has the opening hours of the date, null when the room is
 * closed all day. A server of the previous version does not send `open`.
 */
const takenSlotsOfRoom = z.object({ time: z.array(z.string()), open: openingTimes.nullable().optional() });
export type TakenSlotsOfRoom = z.infer<typeof takenSlotsOfRoom>;

/** POST una-slot: the slots that are taken for the caller. */
export const takenSlotsResponse = z.object({ data: takenSlotsOfRoom });
export type TakenSlotsResponse = z.infer<typeof takenSlotsResponse>;

const MAX_ROOMS_PER_CALL = 1000;

/** POST una-slots: a date and the rooms, as a list or as comma-separated ids (ruling 19). */
export const takenSlotsOfRoomsRequest = z.object({
  date: calendarDate,
  ids: z.preprocess(
    (ids) => (typeof ids === 'string' ? ids.split(',') : ids),
    z
      .array(z.unknown())
      .min(1)
      .max(MAX_ROOMS_PER_CALL)
      .transform((ids, context) => {
        const rooms: number[] = [];
        for (const id of ids) {
          const read = rowId.safeParse(id);
          if (!read.success) {
            // One invalid id is enough to refuse the list.
            context.addIssue({ code: 'custom', message: read.error.issues[0]?.message ?? 'must be ids' });
            return z.NEVER;
          }
          rooms.push(read.data);
        }
        return rooms;
      }),
  ),
});

/** POST una-slots: the una-slot response of each requested room, by room id. */
export const takenSlotsOfRoomsResponse = z.object({
  data: z.record(z.string(), takenSlotsOfRoom),
});
export type TakenSlotsOfRoomsResponse = z.infer<typeof takenSlotsOfRoomsResponse>;

/** GET week: the room, and the first of seven days. */
export const roomWeekQuery = z.object({ id: rowId, from: calendarDate });

/** GET week: the una-slot response of each day; days after the booking window are missing. */
export const roomWeekResponse = z.object({
  data: z.object({ days: z.array(takenSlotsOfRoom.extend({ date: z.string() })) }),
});
export type RoomWeekResponse = z.infer<typeof roomWeekResponse>;

/**
 * GET live: the IST date to watch, or several, separated by commas. The response is a stream of events; the data of an event is a
 * room id, or empty for any room.
 */
export const liveSlotsQuery = z.object({
  date: z
    .string()
    .transform((dates) => dates.split(','))
    .pipe(z.array(calendarDate).min(1).max(MAX_SERIES_DATES)),
});
