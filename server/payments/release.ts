import type { PaymentStatusResponse, ReleasePaymentResponse } from '../../contract/bookings/booking.ts';
import type { ProviderMethod } from '../../domain/money/paymentMethods.ts';
import { type BookingCode, bookingCodes } from '../../domain/bookings/bookingStates.ts';
import { HELD, endSeriesHolds } from '../slots/exports.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { paymentDeadline } from './holdTimes.ts';
import { isOpenAttempt } from './applyPaymentUpdate.ts';
import type { PaymentDeps } from './deps.ts';
import {
  isOfOrder,
  lockBooking,
  orderOfBooking,
  ownCardBooking,
  recordPayment,
  statusOf,
  type PaymentOrder,
} from './records.ts';
import { bookingCancelled, orProviderUnavailable, refundPending } from './paymentErrors.ts';
import { unusedReason } from './refunds/refundReason.ts';
import { settle, UNPAID } from './settle.ts';
import { isCaptured } from './settlement.ts';

const isRefunded = (status: BookingCode): boolean => status === 'refund_due' || status === 'refunded';

/** Releases an unpaid hold, also that of a move or a series, and returns the result for the booking. */
const releaseHold = ({ database }: PaymentDeps, bookingId: string): Promise<'confirmed' | 'released'> =>
  inTransaction(database, async (tx) => {
    const status = await statusOf(tx, await lockBooking(tx, bookingId));
    if (status === 'confirmed') return 'confirmed';
    if (status === bookingCodes.cancelled) throw bookingCancelled();
    if (isRefunded(status)) throw refundPending(await unusedReason(tx, await orderOfBooking(tx, bookingId)));
    await endSeriesHolds(tx, bookingId, 'released');
    return 'released';
  });

/**
 * The state of an order's payments at the provider: paid, authorised but not captured, open (waiting for the payer's
 * approval), or unpaid.
 */
type OrderPaymentState = 'paid' | 'authorized' | 'open' | 'unpaid';

interface SyncedOrder {
  readonly state: OrderPaymentState;
  /** Method of an open attempt, if the provider has reported it. */
  readonly method: ProviderMethod | null;
}

/** Fetches the order's payments, settles captured payments and records the others. */
export async function syncWithProvider(deps: PaymentDeps, order: PaymentOrder): Promise<SyncedOrder> {
  const { database, gateway } = deps;
  const fetched = await orProviderUnavailable(gateway.fetchOrderPayments(order.order_id));
  const payments = fetched.filter((payment) => isOfOrder(payment, order));
  for (const payment of payments) {
    if (isCaptured(payment)) await settle(deps, payment);
    else await recordPayment(database, payment);
  }
  const method = payments.find(isOpenAttempt)?.method ?? null;
  if (payments.some(isCaptured)) return { state: 'paid', method };
  if (payments.some(({ status }) => status === 'authorized')) return { state: 'authorized', method };
  return { state: payments.some(isOpenAttempt) ? 'open' : 'unpaid', method };
}

/** When the order was opened, the deadline for its payment, and how it is being paid. */
const paymentWait = ({ created_at }: PaymentOrder, method: ProviderMethod | null) => ({
  since: created_at.toISOString(),
  until: paymentDeadline(created_at).toISOString(),
  ...(method && { method }),
});

/**
 * Fetches the booking's open attempt at the bank from the provider; null when there is none. Expired and released holds are
 * included, because an order cannot be closed and a payment may still come
 * (docs/decisions/0004-payment-results.md).
 */
async function fetchPendingPayment(
  deps: PaymentDeps,
  { booking, order }: Awaited<ReturnType<typeof ownCardBooking>>,
) {
  if (order === undefined || !UNPAID.has(booking.status)) return null;
  const { state, method } = await syncWithProvider(deps, order);
  return state === 'authorized' || state === 'open' ? { state, wait: paymentWait(order, method) } : null;
}

/**
 * POST payment release: the visitor closed the checkout of a booking. A closed checkout does not mean that nothing was paid, so
 * the payment status is fetched from the provider. 'confirmed': the booking is paid. 'pending': an attempt is open at the bank,
 * and the hold stays. 'released': the slots are free again. A repeated call fetches the status again. With `evenIfPending` the
 * hold is released even while the payer can still approve an attempt; a later capture books the slots if they are free, and is
 * refunded otherwise. Throws 404 for another user's booking, 409 for a booking that was paid and has been cancelled, 410 for a
 * payment that came too late and is refunded, and 503, with nothing changed, when the provider does not respond.
 */
export async function releasePayment(
  deps: PaymentDeps,
  bookingId: string,
  userId: string,
  evenIfPending = false,
): Promise<ReleasePaymentResponse['data']> {
  const pending = await fetchPendingPayment(deps, await ownCardBooking(deps.database, bookingId, userId));
  if (pending && !(evenIfPending && pending.state === 'open')) {
    return { booking_id: bookingId, status: 'pending', wait: pending.wait };
  }
  return { booking_id: bookingId, status: await releaseHold(deps, bookingId) };
}

/**
 * GET payment status: the state of a payment after the page was left or reloaded. The status is fetched from the provider
 * as in `releasePayment`, but nothing is released, because another tab may be paying. 'held': the slots are still held.
 * Throws what `releasePayment` throws.
 */
export async function paymentStatus(
  deps: PaymentDeps,
  bookingId: string,
  userId: string,
): Promise<PaymentStatusResponse['data']> {
  const response = <S extends PaymentStatusResponse['data']['status']>(status: S) => ({
    booking_id: bookingId,
    status,
  });
  const pending = await fetchPendingPayment(deps, await ownCardBooking(deps.database, bookingId, userId));
  if (pending) return { ...response('pending'), wait: pending.wait };
  const { booking: current, order } = await ownCardBooking(deps.database, bookingId, userId);
  const status = await statusOf(deps.database, current);
  if (status === bookingCodes.cancelled) throw bookingCancelled();
  if (isRefunded(status)) throw refundPending(await unusedReason(deps.database, order));
  if (status === 'confirmed') return response('confirmed');
  if (HELD.includes(status)) return response('held');
  return response('released');
}
