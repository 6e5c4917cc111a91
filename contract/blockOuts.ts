import { z } from 'zod';
import { parseSlotTime, SLOTS_PER_DAY } from '../domain/slots.ts';
import { reason } from './reason.ts';
import { calendarDate, rowId, slotBoundary } from './values.ts';

/** The most of those in the way that one response lists, in order of time; the rest follows when these have moved. */
export const MAX_CONFLICTS_LISTED = 200;

/** Empty text is a missing value, as forms send it. */
const emptyIsNull = (value: unknown): unknown => (value === '' || value === undefined ? null : value);

/**
 * POST make block-out: the times from `start_time` to `end_time` ('24:00:00' is midnight at the day's end) on every day, or
 * once a week, from `first_day` to `last_day`; of a room, or without one of the whole house. With `around`, everything is
 * blocked that is free, and what is in the way stays; with the ids in `seen`, too, only those of them: another one in the way is
 * listed first (409 'in-the-way').
 */
export const makeBlockOutRequest = z
  .object({
    room_id: z.preprocess(emptyIsNull, rowId.nullable()),
    first_day: calendarDate,
    last_day: calendarDate,
    every: z.enum(['day', 'week']).default('day'),
    start_time: slotBoundary,
    end_time: slotBoundary,
    reason,
    around: z.preprocess((value) => value === true || value === 'true' || value === '1', z.boolean()),
    seen: z.preprocess(
      (value) => (typeof value === 'string' ? value.split(',') : value),
      z.array(z.string().max(36)).max(MAX_CONFLICTS_LISTED).optional(),
    ),
  })
  .transform(({ start_time, end_time, ...rest }, context) => {
    const start = parseSlotTime(start_time) ?? 0;
    const end = parseSlotTime(end_time) || SLOTS_PER_DAY;
    if (start >= end) {
      context.addIssue({ code: 'custom', path: ['end_time'], message: 'must be after the start' });
    }
    if (rest.last_day < rest.first_day) {
      context.addIssue({ code: 'custom', path: ['last_day'], message: 'must not be before the first day' });
    }
    return { ...rest, range: { start, end } };
  });
export type MakeBlockOutRequest = z.output<typeof makeBlockOutRequest>;

/** POST fill block-out: blocks what has become free of its times. */
export const fillBlockOutRequest = z.object({ id: z.uuid() });

/** POST remove block-out: its times can be booked again. */
export const removeBlockOutRequest = z.object({ id: z.uuid(), reason });

/** A booking, a live hold or another block-out that has times of a block-out. `who`: its customer, or why it is blocked. */
export const blockOutConflict = z.object({
  kind: z.enum(['booking', 'hold', 'block-out']),
  id: z.string(),
  room_id: z.number(),
  room_name: z.string(),
  day: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  who: z.string(),
});
export type BlockOutConflict = z.infer<typeof blockOutConflict>;

/** POST make and fill block-out: its id, and what still is in its way. */
export const blockOutResponse = z.object({
  data: z.object({ id: z.string(), in_the_way: z.array(blockOutConflict) }),
});
export type BlockOutResponse = z.infer<typeof blockOutResponse>;

/**
 * A block-out. `room_name` is null for the whole house. `in_the_way`: who has some of its times that are not over;
 * `free_slots`: the number of those of its slots that anybody can book, until POST fill blocks them.
 */
const blockOut = z.object({
  id: z.string(),
  room_id: z.number().nullable(),
  room_name: z.string().nullable(),
  first_day: z.string(),
  last_day: z.string(),
  every: z.enum(['day', 'week']),
  start_time: z.string(),
  end_time: z.string(),
  reason: z.string(),
  by: z.string(),
  in_the_way: z.array(blockOutConflict),
  free_slots: z.int(),
});
export type BlockOut = z.infer<typeof blockOut>;

/** GET block-outs: those that are not over, the soonest first. */
export const blockOutsResponse = z.object({ data: z.array(blockOut) });
export type BlockOutsResponse = z.infer<typeof blockOutsResponse>;
