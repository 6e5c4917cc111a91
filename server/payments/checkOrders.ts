import { paymentOrderColumns } from '../database/columns.ts';
import { HELD } from '../bookings/bookingSlots.ts';
import type { JobTable } from '../jobs/lease.ts';
import { runDue } from '../jobs/runDue.ts';
import { followLink, isLink, linkOf } from './links.ts';
import { failedCheck, nextCheck, nextLinkCheck, retryCheck } from './orderPollSchedule.ts';
import { expireHold, extendHold } from './expire.ts';
import { GatewayError } from './gatewayError.ts';
import { extendedHold, LONGEST_HOLD_MS } from './holdTimes.ts';
import { isOpen, applyPaymentUpdate } from './applyPaymentUpdate.ts';
import type { PaymentDeps } from './deps.ts';
import { bookingOf, isOfOrder, paysBooking, type BookingOrder, type PaymentOrder } from './records.ts';

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

/** True when even an attempt started in the checkout's last second is too old for auto-capture. */
const isPastHolding = (order: PaymentOrder, now: number): boolean =>
  now >= order.created_at.getTime() + LONGEST_HOLD_MS;

/**
 * Checks one order at the provider and applies the result. Rejects with a `GatewayError` when the provider does not
 * respond.
 */
async function checkOrder(deps: PaymentDeps, order: PaymentOrder): Promise<void> {
  if (isLink(order) && paysBooking(order)) return checkLinkedOrder(deps, order);
  const { gateway, now } = deps;
  let open = false;
  for (const payment of await gateway.fetchOrderPayments(order.order_id)) {
    if (isOfOrder(payment, order) && isOpen(await applyPaymentUpdate(deps, payment, order))) open = true;
  }
  const held = paysBooking(order) && (await isStillHeld(deps, order, open));
  await setNextCheck(deps, order, nextCheck(order.created_at, now(), { held, open }));
}

/** Extends the hold of an order for an attempt that is `open`, or releases it when it is over; true if it is there then. */
async function isStillHeld(deps: PaymentDeps, order: BookingOrder, open: boolean): Promise<boolean> {
  const { booking_id: bookingId, created_at: orderedAt } = order;
  if (open && !isPastHolding(order, deps.now())) {
    await extendHold(deps, bookingId, extendedHold(orderedAt, deps.now()));
  } else {
    await expireHold(deps, bookingId);
  }
  return HELD.includes((await bookingOf(deps.database, order)).status);
}

/**
 * The same for a payment link, which lives for hours: nothing extends its hold, which ends with it. A link whose hold has ended
 * otherwise is cancelled at the provider.
 */
async function checkLinkedOrder(deps: PaymentDeps, order: BookingOrder): Promise<void> {
  const { gateway, now, database } = deps;
  const link = await linkOf(database, order);
  let open = false;
  for (const payment of await gateway.fetchOrderPayments(order.order_id)) {
    if (isOfOrder(payment, order) && isOpen(await applyPaymentUpdate(deps, payment, order))) open = true;
  }
  if (link && !link.ended_at_provider) await followLink(deps, order);
  await expireHold(deps, order.booking_id);
  const held = HELD.includes((await bookingOf(database, order)).status);
  await setNextCheck(
    deps,
    order,
    nextLinkCheck(order.created_at, now(), { held, open, until: link?.expires_at }),
  );
}

/** The provider did not respond. A hold at its cap is released all the same; a payment captured later is refunded. */
async function checkLater(deps: PaymentDeps, order: PaymentOrder, error: GatewayError): Promise<void> {
  deps.log.warn(
    { order: order.order_id, code: error.code, said: error.message },
    'the payment provider could not be asked about an order',
  );
  if (paysBooking(order) && (isLink(order) || isPastHolding(order, deps.now())))
    await expireHold(deps, order.booking_id);
  await setNextCheck(deps, order, retryCheck(deps.now()));
}

/**
 * Checks every due order at the provider. Captured payments are settled and authorised ones captured. While an attempt
 * is open, the hold is extended up to its cap. An expired hold is released only when the provider reports no payment
 * or, if the provider is unreachable, at that cap. Returns the errors of orders that failed on our side; those are
 * postponed and do not stop the others. When the server stops, the current order is finished and the others stay due.
 */
export function checkOrders(deps: PaymentDeps): Promise<unknown[]> {
  let away: GatewayError | null = null;
  return runDue(deps, {
    kind: 'an order',
    table: orderJobs,
    ids: ({ order_id, booking_id, purchase_id }) => ({
      order: order_id,
      booking: booking_id,
      purchase: purchase_id,
    }),
    async work(order) {
      // A provider that is unreachable is not waited for again with every order of the pass.
      if (away) return checkLater(deps, order, away);
      try {
        await checkOrder(deps, order);
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        if (error.code === 'unreachable') away = error;
        await checkLater(deps, order, error);
      }
    },
    postpone: (order) => setNextCheck(deps, order, failedCheck(order.created_at, deps.now())),
  });
}
