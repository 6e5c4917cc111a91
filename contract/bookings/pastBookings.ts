import { z } from 'zod';
import { booking } from './booking.ts';
import { bookingTaxDocumentsResponse } from '../invoices/taxDocuments.ts';

/** A month, 'YYYY-MM'. */
const month = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'must be a month, YYYY-MM');

/** GET past bookings: a month; the latest one when left out. */
export const pastBookingsQuery = z.object({ month: month.optional() });

/**
 * GET past bookings: `months` are those with a past or cancelled booking or with a tax document, the latest first. `bookings` are those
 * of the month that are over or cancelled, and `papers` the invoices and credit notes of that month, also those of later bookings
 * and of points, the latest first. `reference` is that of the booking.
 */
export const pastBookingsResponse = z.object({
  data: z.object({
    months: z.array(z.string()),
    month: z.string().nullable(),
    bookings: z.array(
      booking
        .pick({
          id: true,
          booking_date: true,
          start_time: true,
          end_time: true,
          paid_with: true,
          amount: true,
        })
        .extend({ status: z.enum(['over', 'cancelled']), reference: z.string(), room_name: z.string() }),
    ),
    papers: bookingTaxDocumentsResponse.shape.data.shape.papers,
  }),
});
export type PastBookings = z.infer<typeof pastBookingsResponse>['data'];
