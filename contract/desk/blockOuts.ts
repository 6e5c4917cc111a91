import { z } from 'zod';
import { parseSlotTime, SLOTS_PER_DAY } from '../../domain/time/slots.ts';
import { reason } from '../reason.ts';
import { calendarDate, count, emptyIsNull, rowId, slotBoundary } from '../values.ts';

/** In order of time. The others are listed after these have been moved. */
export const MAX_CONFLICTS_LISTED = 200;

const isTrue = z.preprocess((value) => value === true || value === 'true' || value === '1', z.boolean());

const plannedTimes = z.object({
  room_id: z.preprocess(emptyIsNull, rowId.nullable()),
  first_day: calendarDate,
  last_day: calendarDate,
  every: z.enum(['day', 'week']).default('day'),
  start_time: slotBoundary,
  end_time: slotBoundary,
  reason,
  around: isTrue,
  seen: z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    z.array(z.string().max(36)).max(MAX_CONFLICTS_LISTED).optional(),
  ),
});

function withRange<Times extends z.output<typeof plannedTimes>>(
  { start_time, end_time, ...rest }: Times,
  context: z.RefinementCtx,
) {
  const start = parseSlotTime(start_time) ?? 0;
  const end = parseSlotTime(end_time) || SLOTS_PER_DAY;
  if (start >= end) {
    context.addIssue({ code: 'custom', path: ['end_time'], message: 'must be after the start' });
  }
  if (rest.last_day < rest.first_day) {
    context.addIssue({ code: 'custom', path: ['last_day'], message: 'must not be before the first day' });
  }
  return { ...rest, range: { start, end } };
}

/**
 * POST make block-out: blocks the times from `start_time` to `end_time` ('24:00:00' is midnight at the end of the day) on every
 * day, or once a week, from `first_day` to `last_day`, in one room or, without `room_id`, in all rooms. Conflicts are refused
 * with 409 'in-the-way'. With `around` the free times are blocked and the conflicts stay; with `seen` as well, only the
 * conflicts with these ids are accepted, and a refusal lists the others first.
 */
export const makeBlockOutRequest = plannedTimes.transform(withRange);
export type MakeBlockOutRequest = z.output<typeof makeBlockOutRequest>;

/**
 * POST edit block-out: changes its room, days, times and reason. Its future times are those of the new plan afterwards; days that are
 * left out stay so. `version`: that of the edited block-out. Conflicts are refused as POST make refuses them.
 */
export const editBlockOutRequest = plannedTimes.extend({ id: z.uuid(), version: count }).transform(withRange);
export type EditBlockOutRequest = z.output<typeof editBlockOutRequest>;

/**
 * POST except block-out day: leaves a day out of a series of block-outs, so that its times can be booked. Without `excepted` the day
 * is blocked again, except times that were booked meanwhile.
 */
export const exceptBlockOutDayRequest = z.object({
  id: z.uuid(),
  day: calendarDate,
  excepted: isTrue,
  reason,
});
export type ExceptBlockOutDayRequest = z.output<typeof exceptBlockOutDayRequest>;

/** POST fill block-out: blocks those of its times that have become free. */
export const fillBlockOutRequest = z.object({ id: z.uuid() });

/** POST remove block-out: its times can be booked again. */
export const removeBlockOutRequest = z.object({ id: z.uuid(), reason });

/**
 * A conflict: a booking, a live hold or another block-out with times of a block-out. `who`: its customer, or the reason of the
 * other block-out.
 */
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

/** POST make, edit, except and fill block-out: its id and the conflicts that are left. */
export const blockOutResponse = z.object({
  data: z.object({ id: z.string(), in_the_way: z.array(blockOutConflict) }),
});
export type BlockOutResponse = z.infer<typeof blockOutResponse>;

/**
 * A block-out. `room_name` is null for all rooms. `in_the_way`: the conflicts in its remaining times. `free_slots`: the number
 * of its slots that can be booked until POST fill blocks them.
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
  /** These two are missing from a server of the previous version, which edits no block-out. */
  version: z.int().optional(),
  /** Days of the series that are left out (IST dates). */
  except_days: z.array(z.string()).optional(),
});
export type BlockOut = z.infer<typeof blockOut>;

/** GET block-outs: those that are not over, the earliest first. */
export const blockOutsResponse = z.object({ data: z.array(blockOut) });
export type BlockOutsResponse = z.infer<typeof blockOutsResponse>;
