import { z } from 'zod';
import { paymentMethods } from '../../domain/money/paymentMethods.ts';
import { booking } from './booking.ts';
import { room } from '../rooms/rooms.ts';

/**
 * A payment of a booking. `for` is what it paid for; 'nothing' is refunded in full. `amount` is in rupees with two decimals, or
 * in points. `reference` is the provider's id or the number on the desk's receipt. `at` is when it was recorded (ISO instant).
 */
export const paymentDetails = z.object({
  for: z.enum(['booking', 'move', 'nothing']),
  method: z.enum(paymentMethods),
  amount: z.string(),
  reference: z.string().nullable(),
  at: z.string(),
});
export type PaymentDetails = z.infer<typeof paymentDetails>;

/** GET booking: one of the caller's bookings. */
export const bookingDetailsQuery = z.object({ booking_id: z.uuid() });

/**
 * GET booking: the details for its customer. `reference` is the short reference for people. `policy`: the cancellation policy
 * in words. `payment_reference`: the provider's id of the payment, when it was paid by card. `payments`: the oldest first;
 * `paid` is their sum, `back` the part that was or will be refunded, and `kept` the rest. Amounts are rupees with two decimals,
 * or points. `movable_until`: the last instant (ISO) at which it can be moved, also when it has passed; null for a booking that
 * cannot be moved. `cancelled`, with the state 'cancelled': the instant (ISO) and the refund.
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
    buffer_minutes: room.shape.buffer_minutes,
    amenities: room.shape.amenities,
  }),
});
export type BookingDetails = z.infer<typeof bookingDetails>;

export const bookingDetailsResponse = z.object({ data: bookingDetails });
export type BookingDetailsResponse = z.infer<typeof bookingDetailsResponse>;
