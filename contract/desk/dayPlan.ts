import { z } from 'zod';
import { paymentMethods } from '../../domain/money/paymentMethods.ts';
import { roomRate } from '../rooms/rates.ts';
import { calendarDate } from '../values.ts';

/** Whether the guests of a booking arrived; null until staff record it. */
export const arrival = z.enum(['arrived', 'no-show']);
export type Arrival = z.infer<typeof arrival>;

/** GET day plan: an IST date, past or future. */
export const dayPlanQuery = z.object({ date: calendarDate });

/** A room of the plan. `opens` and `closes` are 'HH:MM:SS', null on a day on which it is closed. */
const planRoom = z.object({
  id: z.number(),
  name: z.string(),
  area: z.string(),
  capacity: z.number(),
  /** Rupees. */
  price_per_hour: z.number(),
  /** Missing for a room without them. */
  rates: z.array(roomRate).optional(),
  opens: z.string().nullable(),
  closes: z.string().nullable(),
});
export type PlanRoom = z.infer<typeof planRoom>;

/**
 * A run of slots that are not free. 'hold': a booking, or the move of one, that is being paid, until `until` (ISO instant).
 * `who`: the customer, or the reason of a block-out. `id` is that of the booking or block-out; for a move, that of the booking
 * that moves.
 */
const planEntry = z.object({
  kind: z.enum(['booking', 'hold', 'block-out']),
  id: z.string(),
  room_id: z.number(),
  start_time: z.string(),
  end_time: z.string(),
  who: z.string(),
  until: z.string().nullable(),
  paid_with: z.enum(['points', 'card']).nullable(),
  /** How it was paid; null when it is not paid yet, and for a block-out. */
  method: z.enum(paymentMethods).nullable(),
  /** Rupees with two decimals, or points; null for a block-out. */
  amount: z.string().nullable(),
  arrival: arrival.nullable(),
  has_note: z.boolean(),
});
export type PlanEntry = z.infer<typeof planEntry>;

/** A run of slots that stay free before or after a booking, so that nobody can book them. */
const planBuffer = z.object({ room_id: z.number(), start_time: z.string(), end_time: z.string() });
export type PlanBuffer = z.infer<typeof planBuffer>;

/**
 * `held`: the slots of the coming `days` that are held and not paid, and all slots at which the rooms are open; missing from a
 * server of the previous version.
 */
const dayPlan = z.object({
  date: z.string(),
  rooms: z.array(planRoom),
  entries: z.array(planEntry),
  /** Missing from a server of the previous version. */
  buffers: z.array(planBuffer).optional(),
  held: z.object({ slots: z.number(), open_slots: z.number(), days: z.number() }).optional(),
});
export type DayPlan = z.infer<typeof dayPlan>;
export const dayPlanResponse = z.object({ data: dayPlan });
export type DayPlanResponse = z.infer<typeof dayPlanResponse>;
