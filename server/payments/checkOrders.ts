import { paymentOrderColumns } from '../database/columns.ts';
import { failedCheck, nextCheck, retryCheck } from './orderPollSchedule.ts';
import { expire, extendHold } from './expire.ts';
import { GatewayError } from './gatewayError.ts';
import { extendedHold, LONGEST_HOLD_MS } from './holdTimes.ts';
import { isOpen, applyPaymentUpdate } from './applyPaymentUpdate.ts';
import type { PaymentDeps } from './deps.ts';
import { bookingOf, isOfOrder, type PaymentOrder } from './records.ts';
import { runItem } from './runItem.ts';

/** How many orders a process takes on at a time. */
const BATCH = 10;
/** For how long they are its own, in milliseconds; if it dies meanwhile, another takes them after that. */
const LEASE_MS = 2 * 60_000;

/** Orders that it is time to ask about; no other process gets the same ones. */
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

/** Orders that were taken and not asked about are due at once, for the server that runs next. */
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

/** True when even an attempt begun in the checkout's last second cannot be captured by itself any more. */
const isPastHolding = (order: PaymentOrder, now: number): boolean =>
  now >= order.created_at.getTime() + LONGEST_HOLD_MS;

/** Asks about one order and does what follows. Rejects with a `GatewayError` when the provider does not answer. */
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

/** The provider was asked in vain. What was held as long as it can be is let go: a payment that shows up is refunded. */
async function checkLater(deps: PaymentDeps, order: PaymentOrder, error: GatewayError): Promise<void> {
  deps.log.warn(
    { order: order.order_id, code: error.code, said: error.message },
    'the payment provider could not be asked about an order',
  );
  if (isPastHolding(order, deps.now())) await expire(deps, order.booking_id);
  await setNextCheck(deps, order, retryCheck(deps.now()));
}

/**
 * Asks the provider about every order that it is time to ask about. Captured money is settled; what the bank has
 * authorised is captured; while an attempt is open, the hold is extended up to its cap; and a hold that is over is ended
 * only when the provider says that nothing was paid or, it being away, at that cap. The answer is the errors of orders that
 * failed on our side; they are put off and do not stop the others. When the server stops, the order in progress is finished
 * and the others stay due.
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
          // One that nobody reaches is not waited for again and again.
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
