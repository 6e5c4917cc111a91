import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { paymentOrderColumns } from '../../platform/database/columns.ts';
import { HELD } from '../../slots/exports.ts';
import type { JobTable } from '../../platform/jobs/lease.ts';
import { runDue } from '../../platform/jobs/runDue.ts';
import { syncLink, isLink, linkOf } from '../links.ts';
import { checkAfterFailure, nextCheck, nextLinkCheck, checkAfterNoResponse } from '../orderPollSchedule.ts';
import { expireHold, extendHold } from '../expire.ts';
import { GatewayError } from '../provider/gatewayError.ts';
import { extendedHold, LONGEST_HOLD_MS } from '../holdTimes.ts';
import { isOpenAttempt, applyPaymentUpdate } from '../applyPaymentUpdate.ts';
import type { PaymentDeps } from '../deps.ts';
import {
  bookingOf,
  isOfOrder,
  isBookingOrder,
  type BookingOrder,
  type OrderPayment,
  type PaymentOrder,
} from '../records.ts';
import { syncRefunds } from './processRefunds.ts';

export const orderJobs: JobTable<PaymentOrder> = {
  name: 'payment_order',
  id: 'order_id',
  due: 'next_check_at',
  columns: paymentOrderColumns,
};

const setNextCheck = async (
  { database }: PaymentDeps,
  order: PaymentOrder,
  next: Date | null,
): Promise<void> => {
  await database
    .updateTable('payment_order')
    .set({ next_check_at: next })
    .where('order_id', '=', order.order_id)
    .execute();
};

/** True when an attempt that started in the checkout's last second would be too old for auto-capture. */
const isPastHolding = (order: PaymentOrder, now: EpochMs): boolean =>
  now >= order.created_at.getTime() + LONGEST_HOLD_MS;

/** Fetches the payments of an order from the provider and applies them. True if one of them is an open attempt. */
async function applyOrderPayments(deps: PaymentDeps, order: PaymentOrder): Promise<boolean> {
  let open = false;
  for (const payment of await deps.gateway.fetchOrderPayments(order.order_id)) {
    if (!isOfOrder(payment, order)) continue;
    if (isOpenAttempt(await applyPaymentUpdate(deps, payment, order))) open = true;
    await syncUnknownRefunds(deps, payment);
  }
  return open;
}

/** Lists a payment's refunds when the provider counts more of them than are recorded. */
async function syncUnknownRefunds(deps: PaymentDeps, { id, refundedPaise = 0 }: OrderPayment): Promise<void> {
  if (refundedPaise === 0) return;
  const { recorded } = await deps.database
    .selectFrom('refund')
    .select(({ fn, val }) => fn.coalesce(fn.sum<number>('amount_paise'), val(0)).as('recorded'))
    .where('source_payment_id', '=', id)
    .where('refund_id', 'like', 'rfnd\\_%')
    .executeTakeFirstOrThrow();
  if (refundedPaise > recorded) await syncRefunds(deps, id);
}

/**
 * Checks one order at the provider and applies the result. Rejects with a `GatewayError` when the provider does not
 * respond.
 */
async function checkOrder(deps: PaymentDeps, order: PaymentOrder): Promise<void> {
  if (isLink(order) && isBookingOrder(order)) return checkLinkOrder(deps, order);
  const open = await applyOrderPayments(deps, order);
  const held = isBookingOrder(order) && (await extendOrExpireHold(deps, order, open));
  await setNextCheck(deps, order, nextCheck(order.created_at, deps.now(), { held, open }));
}

/** Extends an order's hold while an attempt is `open`, or releases an expired hold. True if the slots are held afterwards. */
async function extendOrExpireHold(deps: PaymentDeps, order: BookingOrder, open: boolean): Promise<boolean> {
  const { booking_id: bookingId, created_at: orderedAt } = order;
  if (open && !isPastHolding(order, deps.now())) {
    await extendHold(deps, bookingId, extendedHold(orderedAt, deps.now()));
  } else {
    await expireHold(deps, bookingId);
  }
  return HELD.includes((await bookingOf(deps.database, order)).status);
}

/**
 * Checks an order that is a payment link. A link is valid for hours, so its hold is never extended and expires with the
 * link. A link whose hold has ended earlier is cancelled at the provider.
 */
async function checkLinkOrder(deps: PaymentDeps, order: BookingOrder): Promise<void> {
  const { now, database } = deps;
  const link = await linkOf(database, order);
  const open = await applyOrderPayments(deps, order);
  if (link && !link.ended_at_provider) await syncLink(deps, order);
  await expireHold(deps, order.booking_id);
  const held = HELD.includes((await bookingOf(database, order)).status);
  await setNextCheck(
    deps,
    order,
    nextLinkCheck(order.created_at, now(), { held, open, until: link?.expires_at }),
  );
}

/**
 * Postpones the check of an order because the provider did not respond. An expired hold past the longest extension, or of a
 * link, is released nevertheless; a payment that is captured later is refunded.
 */
async function postponeCheck(deps: PaymentDeps, order: PaymentOrder, error: GatewayError): Promise<void> {
  deps.log.warn(
    { order: order.order_id, code: error.code, description: error.message },
    'an order could not be checked at the payment provider',
  );
  if (isBookingOrder(order) && (isLink(order) || isPastHolding(order, deps.now())))
    await expireHold(deps, order.booking_id);
  await setNextCheck(deps, order, checkAfterNoResponse(deps.now()));
}

/**
 * Checks every due order at the provider. Captured payments are settled, and authorised payments are captured. While an
 * attempt is open, the hold is extended up to `LONGEST_HOLD_MS`. An expired hold is released only when the provider reports
 * no payment or, if the provider is unreachable, after that time. Returns the errors of orders that failed on our side;
 * those are postponed and do not stop the others. When the server stops, the current order is finished and the others stay
 * due.
 */
export function checkOrders(deps: PaymentDeps): Promise<unknown[]> {
  let unreachableError: GatewayError | null = null;
  return runDue(deps, {
    kind: 'an order',
    table: orderJobs,
    ids: ({ order_id, booking_id, purchase_id }) => ({
      order: order_id,
      booking: booking_id,
      purchase: purchase_id,
    }),
    async work(order) {
      // Only the first order of a pass waits for an unreachable provider. The others are postponed immediately.
      if (unreachableError) return postponeCheck(deps, order, unreachableError);
      try {
        await checkOrder(deps, order);
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        if (error.code === 'unreachable') unreachableError = error;
        await postponeCheck(deps, order, error);
      }
    },
    postpone: (order) => setNextCheck(deps, order, checkAfterFailure(order.created_at, deps.now())),
  });
}
