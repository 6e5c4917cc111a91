import type { PaymentStatusResponse, ReleasePaymentResponse } from '../../contract/booking.ts';
import { releaseSlots } from '../bookings/claim.ts';
import { inTransaction } from '../database/transaction.ts';
import { isOpen } from './learn.ts';
import type { PaymentParts } from './parts.ts';
import { isOfOrder, lockBooking, ownCardBooking, recordPayment, type PaymentOrder } from './records.ts';
import { orUnavailable, refundOnItsWay } from './refusals.ts';
import { isCapture, settle, UNPAID } from './settle.ts';

/** Gives an unpaid hold up; the answer is what the booking is then. */
const giveUp = ({ database }: PaymentParts, bookingId: string): Promise<'confirmed' | 'released'> =>
  inTransaction(database, async (tx) => {
    const { status } = await lockBooking(tx, bookingId);
    if (status === 'confirmed') return 'confirmed';
    if (status === 'refund_due' || status === 'refunded') throw refundOnItsWay();
    if (status === 'held') {
      await releaseSlots(tx, bookingId);
      await tx.updateTable('booking').set({ status: 'cancelled' }).where('id', '=', bookingId).execute();
    }
    return 'released';
  });

/** What the provider knows of an order's money; what it knew better than we did is settled or written down. */
async function askProvider(parts: PaymentParts, order: PaymentOrder): Promise<'paid' | 'open' | 'unpaid'> {
  const { database, gateway } = parts;
  const answered = await orUnavailable(gateway.fetchOrderPayments(order.order_id));
  const payments = answered.filter((payment) => isOfOrder(payment, order));
  for (const payment of payments) {
    if (isCapture(payment)) await settle(parts, payment);
    else await recordPayment(database, payment);
  }
  if (payments.some(isCapture)) return 'paid';
  return payments.some(isOpen) ? 'open' : 'unpaid';
}

/**
 * True while an attempt for the booking is open at the bank. The provider is asked as long as a payment may still come:
 * also about a hold that is over or was given up, for its order cannot be closed (docs/decisions/0004-asking-before-saying-cancelled.md).
 */
const isPending = async (
  parts: PaymentParts,
  { booking, order }: Awaited<ReturnType<typeof ownCardBooking>>,
): Promise<boolean> =>
  order !== undefined && UNPAID.has(booking.status) && (await askProvider(parts, order)) === 'open';

/**
 * POST payment release: the visitor closed the checkout of a booking. That a checkout was closed says nothing about
 * money, so the provider is asked: 'confirmed' when it was paid all the same, 'pending' while an attempt is open at the
 * bank, a hold staying, and only else 'released', the half-hours being free again. Repeated, it asks again. Refuses with 404
 * another user's booking, 410 money that came too late and goes back, 503 when the provider does not answer: then nothing
 * changes, and nothing is said of money that is not known.
 */
export async function releasePayment(
  parts: PaymentParts,
  bookingId: string,
  userId: string,
): Promise<ReleasePaymentResponse['data']> {
  if (await isPending(parts, await ownCardBooking(parts.database, bookingId, userId))) {
    return { booking_id: bookingId, status: 'pending' };
  }
  return { booking_id: bookingId, status: await giveUp(parts, bookingId) };
}

/**
 * GET payment status: what became of a payment that was under way when the page was left or loaded anew. The provider is
 * asked as in release, but nothing is given up, for another tab may be paying just now: 'held' says that the half-hours
 * are still kept. Refuses as release does.
 */
export async function paymentStatus(
  parts: PaymentParts,
  bookingId: string,
  userId: string,
): Promise<PaymentStatusResponse['data']> {
  const answer = (status: PaymentStatusResponse['data']['status']) => ({ booking_id: bookingId, status });
  const booked = await ownCardBooking(parts.database, bookingId, userId);
  if (await isPending(parts, booked)) return answer('pending');
  const { booking: now } = await ownCardBooking(parts.database, bookingId, userId);
  if (now.status === 'refund_due' || now.status === 'refunded') throw refundOnItsWay();
  if (now.status === 'confirmed' || now.status === 'held') return answer(now.status);
  return answer('released');
}
