import type { PaymentStatusResponse, ReleasePaymentResponse } from '../../contract/booking.ts';
import { releaseSlots } from '../bookings/bookingSlots.ts';
import { inTransaction } from '../database/transaction.ts';
import { paymentDeadline } from './holdTimes.ts';
import { isOpen } from './applyPaymentUpdate.ts';
import type { PaymentDeps } from './deps.ts';
import { isOfOrder, lockBooking, ownCardBooking, recordPayment, type PaymentOrder } from './records.ts';
import { orProviderUnavailable, refundPending } from './paymentErrors.ts';
import { isCapture, settle, UNPAID } from './settle.ts';

/** Gives an unpaid hold up; the answer is what the booking is then. */
const cancelHold = ({ database }: PaymentDeps, bookingId: string): Promise<'confirmed' | 'released'> =>
  inTransaction(database, async (tx) => {
    const { status } = await lockBooking(tx, bookingId);
    if (status === 'confirmed') return 'confirmed';
    if (status === 'refund_due' || status === 'refunded') throw refundPending();
    if (status === 'held') {
      await releaseSlots(tx, bookingId);
      await tx.updateTable('booking').set({ status: 'cancelled' }).where('id', '=', bookingId).execute();
    }
    return 'released';
  });

/**
 * What the provider knows of an order's money: paid, taken by the bank but not captured, waiting for the payer to approve it, or
 * none.
 */
type OrderPaymentState = 'paid' | 'authorized' | 'open' | 'unpaid';

/** Asks the provider; what it knew better than we did is settled or written down. */
async function syncWithProvider(deps: PaymentDeps, order: PaymentOrder): Promise<OrderPaymentState> {
  const { database, gateway } = deps;
  const fetched = await orProviderUnavailable(gateway.fetchOrderPayments(order.order_id));
  const payments = fetched.filter((payment) => isOfOrder(payment, order));
  for (const payment of payments) {
    if (isCapture(payment)) await settle(deps, payment);
    else await recordPayment(database, payment);
  }
  if (payments.some(isCapture)) return 'paid';
  if (payments.some(({ status }) => status === 'authorized')) return 'authorized';
  return payments.some(isOpen) ? 'open' : 'unpaid';
}

/** Since when, and until when at the latest, a payment of an order is waited for. */
const waitOf = ({ created_at }: PaymentOrder) => ({
  since: created_at.toISOString(),
  until: paymentDeadline(created_at).toISOString(),
});

/**
 * The attempt for a booking that is open at the bank; null when there is none. The provider is asked as long as a payment may
 * still come: also about a hold that is over or was given up, for its order cannot be closed
 * (docs/decisions/0004-asking-before-saying-cancelled.md).
 */
async function pendingPayment(
  deps: PaymentDeps,
  { booking, order }: Awaited<ReturnType<typeof ownCardBooking>>,
) {
  if (order === undefined || !UNPAID.has(booking.status)) return null;
  const state = await syncWithProvider(deps, order);
  return state === 'authorized' || state === 'open' ? { state, wait: waitOf(order) } : null;
}

/**
 * POST payment release: the visitor closed the checkout of a booking. That a checkout was closed says nothing about
 * money, so the provider is asked: 'confirmed' when it was paid all the same, 'pending' while an attempt is open at the
 * bank, a hold staying, and only else 'released', the half-hours being free again. Repeated, it asks again. With `evenIfPending` it is
 * 'released' also while the payer has still to approve an attempt: what is approved later books the slots if they are free,
 * or is refunded (docs/decisions/0021-waiting-for-a-payment-ends.md). Refuses with 404 another user's booking, 410 money that
 * came too late and goes back, 503 when the provider does not answer: then nothing changes, and nothing is said of money that
 * is not known.
 */
export async function releasePayment(
  deps: PaymentDeps,
  bookingId: string,
  userId: string,
  evenIfPending = false,
): Promise<ReleasePaymentResponse['data']> {
  const pending = await pendingPayment(deps, await ownCardBooking(deps.database, bookingId, userId));
  if (pending && !(evenIfPending && pending.state === 'open')) {
    return { booking_id: bookingId, status: 'pending', wait: pending.wait };
  }
  return { booking_id: bookingId, status: await cancelHold(deps, bookingId) };
}

/**
 * GET payment status: what became of a payment that was under way when the page was left or loaded anew. The provider is
 * asked as in release, but nothing is given up, for another tab may be paying just now: 'held' says that the half-hours
 * are still kept. Refuses as release does.
 */
export async function paymentStatus(
  deps: PaymentDeps,
  bookingId: string,
  userId: string,
): Promise<PaymentStatusResponse['data']> {
  const answer = <S extends PaymentStatusResponse['data']['status']>(status: S) => ({
    booking_id: bookingId,
    status,
  });
  const pending = await pendingPayment(deps, await ownCardBooking(deps.database, bookingId, userId));
  if (pending) return { ...answer('pending'), wait: pending.wait };
  const { booking: now } = await ownCardBooking(deps.database, bookingId, userId);
  if (now.status === 'refund_due' || now.status === 'refunded') throw refundPending();
  if (now.status === 'confirmed' || now.status === 'held') return answer(now.status);
  return answer('released');
}
