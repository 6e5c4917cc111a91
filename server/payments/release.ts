import type { ReleasePaymentResponse } from '../../contract/booking.ts';
import { releaseSlots } from '../bookings/claim.ts';
import { inTransaction } from '../database/transaction.ts';
import type { GatewayPayment } from './gateway.ts';
import type { PaymentParts } from './parts.ts';
import { lockBooking, ownCardBooking, recordPayment } from './records.ts';
import { orUnavailable, refundOnItsWay } from './refusals.ts';
import { settle, type Capture } from './settle.ts';

const isCapture = (payment: GatewayPayment): payment is Capture => payment.status === 'captured';

/** An attempt at the bank that may still turn into money. */
const isOpen = ({ status }: GatewayPayment): boolean => status === 'created' || status === 'authorized';

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

/**
 * POST payment release: the visitor closed the checkout of a booking. That a checkout was closed says nothing about
 * money, so the provider is asked: 'confirmed' when it was paid all the same, 'pending' while an attempt is open at the
 * bank, the hold staying, and only else 'released', the half-hours being free again. Repeated, it answers the same.
 * Refuses with 404 another user's booking, 410 money that came too late and goes back, 503 when the provider does not
 * answer, the hold staying.
 */
export async function releasePayment(
  parts: PaymentParts,
  bookingId: string,
  userId: string,
): Promise<ReleasePaymentResponse['data']> {
  const { database, gateway, now } = parts;
  const { booking, order } = await ownCardBooking(database, bookingId, userId);
  if (booking.status === 'held' && order) {
    const payments = await orUnavailable(gateway.fetchOrderPayments(order.order_id));
    for (const payment of payments) {
      if (isCapture(payment)) await settle(database, payment, now());
      else await recordPayment(database, payment);
    }
    if (!payments.some(isCapture) && payments.some(isOpen))
      return { booking_id: bookingId, status: 'pending' };
  }
  return { booking_id: bookingId, status: await giveUp(parts, bookingId) };
}
