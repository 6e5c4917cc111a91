import { z } from 'zod';
import { paymentMethods } from '../domain/paymentMethods.ts';
import { booking } from './booking.ts';
import { room } from './rooms.ts';

/**
 * A payment of a booking: what it was for ('nothing' goes back whole), rupees with two decimals or points, the provider's id of
 * it or what the receipt of the desk says, and when it was recorded (ISO instant).
 */
export const paymentDetails = z.object({
  for: z.enum(['booking', 'move', 'nothing']),
  method: z.enum(paymentMethods),
  amount: z.string(),
  reference: z.string().nullable(),
  at: z.string(),
});
export type PaymentDetails = z.infer<typeof paymentDetails>;

/** GET booking: one of the caller's own. */
export const bookingDetailsQuery = z.object({ booking_id: z.uuid() });

/**
 * GET booking: what the customer may know of a booking. `reference` is what people say on the telephone. `policy`: its
 * cancellation policy in words. `payment_reference`: the provider's id of the payment that paid it, with a card.
 * `payments`: each with what it was for, how it was made and its reference, the oldest first; `paid` is their sum, `back` what of it
 * has gone back or will, and `kept` the rest. Amounts are rupees with two decimals, or points.
 * `movable_until`: the last instant (ISO) at which it can be moved, also when it has passed; null for one that cannot be moved.
 * `cancelled`, with 'called_off': when (ISO instant), and what came back: rupees with two decimals, or points.
 */
export const bookingDetails = booking.extend({
  reference: z.string(),
  booked_at: z.string(),
  policy: z.array(z.string()),
  payment_reference: z.string().nullable(),
  payments: z.array(paymentDetails),
  paid: z.string(),
  back: z.string(),
  kept: z.string(),
  movable_until: z.string().nullable(),
  cancelled: z.object({ at: z.string(), returned: z.string() }).optional(),
  meeting_room: booking.shape.meeting_room.extend({
    room_capacity: room.shape.room_capacity,
    amenities: room.shape.amenities,
  }),
});
export type BookingDetails = z.infer<typeof bookingDetails>;

export const bookingDetailsResponse = z.object({ data: bookingDetails });
export type BookingDetailsResponse = z.infer<typeof bookingDetailsResponse>;
