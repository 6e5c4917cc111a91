import { z } from 'zod';
import { bookingTimes, checkContiguous } from '../bookings/bookingTimes.ts';
import { reason } from '../reason.ts';
import { count } from '../values.ts';
import { MAX_CONFLICTS_LISTED } from './blockOuts.ts';

/* Bookings in the way of a block-out are moved in one go. */

/** GET proposals: `id` is the block-out's. */
export const moveProposalsQuery = z.object({ id: z.uuid() });

const place = z.object({
  room_id: z.number(),
  room_name: z.string(),
  start_time: z.string(),
  end_time: z.string(),
});

/**
 * A booking in the way of a block-out, and the free place that the desk proposes for it on the same day: in a room with as many
 * seats and of at least the same price; null when there is none.
 */
const moveProposal = place.extend({
  booking_id: z.string(),
  reference: z.string(),
  sequence: z.number(),
  who: z.string(),
  day: z.string(),
  to: place.nullable(),
});
export type MoveProposal = z.infer<typeof moveProposal>;
export const moveProposalsResponse = z.object({ data: z.array(moveProposal) });
export type MoveProposalsResponse = z.infer<typeof moveProposalsResponse>;

/**
 * POST move: moves bookings out of the way of a block-out, as POST desk move does with each, and then blocks what has become free.
 * Bookings that cannot be moved stay: 409 'in-the-way' lists what is still in the way when the others have been moved.
 */
export const moveFromBlockOutRequest = z.object({
  id: z.uuid(),
  moves: z
    .array(z.object({ booking_id: z.uuid(), sequence: count, ...bookingTimes }).superRefine(checkContiguous))
    .min(1, 'must name a booking')
    .max(MAX_CONFLICTS_LISTED),
  reason,
});
export type MoveFromBlockOutRequest = z.output<typeof moveFromBlockOutRequest>;
