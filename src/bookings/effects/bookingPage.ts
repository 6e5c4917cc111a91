import type { CancelTerms } from '../../../contract/bookings/booking.ts';
import type { BookingDetailsResponse } from '../../../contract/bookings/bookingDetails.ts';
import type { BookingTaxDocuments } from '../../../contract/invoices/taxDocuments.ts';
import type { PastBookings } from '../../../contract/bookings/pastBookings.ts';
import { rangedToLastSlot } from '../../../domain/time/apiTimes.ts';
import { paths } from '../../../contract/paths.ts';
import { amountField, parseAmount, withPaise } from '../../../domain/money/amounts.ts';
import { camelCased } from '../../../domain/text/camelCased.ts';
import type { Effects } from '../../../machines/effects.ts';
import { cancelTermsOf } from '../effects.ts';
import { bookingDetailsOf } from './booking.ts';
import type { Send } from '../../app/effects/http.ts';

/** Each call carries the access token. */
export const createBookingPage = (
  authenticatedRequest: Send,
): Pick<Effects, 'booking' | 'taxDocuments' | 'pastBookings' | 'cancellation'> => ({
  booking: {
    async details(bookingId, signal) {
      const { data } = await authenticatedRequest<BookingDetailsResponse>({
        url: paths.bookingDetails,
        params: { booking_id: bookingId },
        signal,
      });
      return bookingDetailsOf(data);
    },
  },
  taxDocuments: {
    async ofBooking(bookingId, signal) {
      const { data } = await authenticatedRequest<{ data: BookingTaxDocuments }>({
        url: paths.bookingTaxDocuments,
        params: { booking_id: bookingId },
        signal,
      });
      return { ...camelCased(data), papers: data.papers.map(withPaise) };
    },
  },
  pastBookings: {
    async ofMonth(month, signal) {
      const { data } = await authenticatedRequest<{ data: PastBookings }>({
        url: paths.pastBookings,
        ...(month !== '' && { params: { month } }),
        signal,
      });
      return {
        ...data,
        bookings: data.bookings.map(({ paid_with, amount, ...booking }) => ({
          ...rangedToLastSlot(booking),
          amount: parseAmount(paid_with, amount),
        })),
        papers: data.papers.map(withPaise),
      };
    },
  },
  cancellation: {
    async terms(bookingId, signal) {
      const { data } = await authenticatedRequest<{ data: CancelTerms }>({
        url: paths.cancelTerms,
        params: { booking_id: bookingId },
        signal,
      });
      return cancelTermsOf(data);
    },
    async cancel(bookingId, refund) {
      await authenticatedRequest({
        method: 'post',
        url: paths.cancel,
        data: { booking_id: bookingId, refund: amountField(refund) },
      });
    },
  },
});
