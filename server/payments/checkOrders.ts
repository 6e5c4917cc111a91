import { paymentOrderColumns } from '../database/columns.ts';
import { failedCheck, nextCheck, retryCheck } from './orderPollSchedule.ts';
import { expire, extendHold } from './expire.ts';
import { GatewayError } from './gatewayError.ts';
import { extendedHold, LONGEST_HOLD_MS } from './holdTimes.ts';
import { isOpen, applyPaymentUpdate } from './applyPaymentUpdate.ts';
import type { PaymentDeps } from './deps.ts';
import { bookingOf, isOfOrder, type PaymentOrder } from './records.ts';
import { runItem } from './runItem.ts';

/** The number of orders that a process leases at a time. */
const BATCH = 10;
/** The length of a lease, in milliseconds. If the process dies, another one takes the orders after that. */
const LEASE_MS = 2 * 60_000;

/** Leases orders that are due; no other process gets the same ones. */
const leaseOrders = ({ database, now }: PaymentDeps): Promise<PaymentOrder[]> =>
  database
    .updateTable('payment_order')
    .set({ next_check_at: new Date(now() + LEASE_MS) })
    .where('order_id', 'in', ({ selectFrom }) =>
      selectFrom('payment_order')
        .select('order_id')
        .where('next_check_at', '<=', new Date(now()))
        .orderBy('next_check_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning(paymentOrderColumns)
    .execute();

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

/** Ends the lease of unchecked orders: they are due at once, for the next server. */
const returnOrders = async (
  { database, now }: PaymentDeps,
  orders: readonly PaymentOrder[],
): Promise<void> => {
  const ids = orders.map(({ order_id }) => order_id);
  await database
    .updateTable('payment_order')
    .set({ next_check_at: new Date(now()) })
    .where('order_id', 'in', ids)
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
  const { gateway, now } = deps;
  let open = false;
  for (const payment of await gateway.fetchOrderPayments(order.order_id)) {
    if (isOfOrder(payment, order) && isOpen(await applyPaymentUpdate(deps, payment, order))) open = true;
  }
  if (open && !isPastHolding(order, now())) {
    await extendHold(deps, order.booking_id, extendedHold(order.created_at, now()));
  } else {
    await expire(deps, order.booking_id);
  }
  const { status } = await bookingOf(deps.database, order);
  await setNextCheck(deps, order, nextCheck(order.created_at, now(), { held: status === 'held', open }));
}

/** The provider did not respond. A hold at its cap is released all the same; a payment captured later is refunded. */
async function checkLater(deps: PaymentDeps, order: PaymentOrder, error: GatewayError): Promise<void> {
  deps.log.warn(
    { order: order.order_id, code: error.code, said: error.message },
    'the payment provider could not be asked about an order',
  );
  if (isPastHolding(order, deps.now())) await expire(deps, order.booking_id);
  await setNextCheck(deps, order, retryCheck(deps.now()));
}

/**
 * Checks every due order at the provider. Captured payments are settled and authorised ones captured. While an attempt
 * is open, the hold is extended up to its cap. An expired hold is released only when the provider reports no payment
 * or, if the provider is unreachable, at that cap. Returns the errors of orders that failed on our side; those are
 * postponed and do not stop the others. When the server stops, the current order is finished and the others stay due.
 */
export async function checkOrders(deps: PaymentDeps): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (let orders = await leaseOrders(deps); orders.length > 0; orders = await leaseOrders(deps)) {
    let away: GatewayError | null = null;
    for (const [n, order] of orders.entries()) {
      if (deps.stopping?.aborted) {
        await returnOrders(deps, orders.slice(n));
        return failures;
      }
      const failure = await runItem(deps, {
        ids: { order: order.order_id, booking: order.booking_id },
        async work() {
          // An unreachable provider is not called again for each order.
          if (away) return checkLater(deps, order, away);
          try {
            await checkOrder(deps, order);
          } catch (error) {
            if (!(error instanceof GatewayError)) throw error;
            if (error.code === 'unreachable') away = error;
            await checkLater(deps, order, error);
          }
        },
        postpone: () => setNextCheck(deps, order, failedCheck(order.created_at, deps.now())),
      });
      if (failure !== null) failures.push(failure);
    }
  }
  return failures;
}
