import { sql } from 'kysely';
import type {
  CompletePurchaseRequest,
  CreatePurchaseRequest,
  PurchaseResult,
  PointsPurchaseOrder,
} from '../../contract/points/points.ts';
import { priceOfPoints } from '../../domain/money/pointPurchase.ts';
import { halfPointsOf, pointsFromHalf } from '../../domain/money/points.ts';
import { CURRENCY, rupeesAmount } from '../../domain/money/pricing.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { ApiError } from '../platform/http/apiError.ts';
import { brokenAccountRule } from '../rules/bookingRules.ts';
import { paymentOrderColumns } from '../platform/database/columns.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { verifyAndCapturePayment } from '../payments/complete.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { CAPTURE_EXPIRY_MINUTES, CHECKOUT_SECONDS } from '../payments/holdTimes.ts';
import { firstCheck } from '../payments/orderPollSchedule.ts';
import { orProviderUnavailable, paymentNotVerified } from '../payments/paymentErrors.ts';
import { checkInvoiceName } from '../invoices/checkInvoiceName.ts';
import { isOfOrder, type PaymentOrder } from '../payments/records.ts';
import { syncWithProvider } from '../payments/release.ts';
import { settle } from '../payments/settle.ts';
import { isCaptured } from '../payments/settlement.ts';

export interface PurchaseDeps extends PaymentDeps {
  /** In paise, GST included. */
  readonly pointPrice: number;
}

/** Another payment bought the points, or the amount is not their price. */
const purchaseRefunded = (): ApiError =>
  new ApiError('hold-over', 'This payment could not be used; it will be refunded in full');

/** Locks the buyer's row. Throws 403 for a blocked user and for a non-member, because only members pay with points. */
async function lockBuyer(tx: Tx, userId: string) {
  const buyer = await tx
    .selectFrom('app_user')
    .select(['first_name', 'last_name', 'email', 'phone', 'is_member', brokenAccountRule.as('account_rule')])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!buyer || buyer.account_rule === 'account-closed')
    throw new ApiError('unauthenticated', 'This account no longer exists');
  if (buyer.account_rule !== null) throw new ApiError('blocked', 'This account may not book');
  if (!buyer.is_member) throw new ApiError('not-a-member', 'Only members buy points');
  return buyer;
}

interface RequestedPurchase {
  readonly userId: string;
  readonly halfPoints: number;
  readonly amountPaise: number;
  readonly now: EpochMs;
}

/** An unpaid purchase of the same number of points within the checkout's time, or a new one. */
async function findOrCreatePurchase(
  tx: Tx,
  { userId, halfPoints, amountPaise, now }: RequestedPurchase,
): Promise<string> {
  const unpaid = await tx
    .selectFrom('point_purchase')
    .select('id')
    .where('user_id', '=', userId)
    .where('half_points', '=', halfPoints)
    .where('amount_paise', '=', amountPaise)
    .where('paid_by_payment_id', 'is', null)
    .where('created_at', '>', new Date(now - CHECKOUT_SECONDS * 1000))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_order')
            .whereRef('payment_order.purchase_id', '=', 'point_purchase.id')
            .where('status', '=', 'paid'),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (unpaid) return unpaid.id;
  const made = await tx
    .insertInto('point_purchase')
    .values({
      user_id: userId,
      half_points: halfPoints,
      amount_paise: amountPaise,
      created_at: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

const orderOfPurchase = (database: Database, id: string): Promise<PaymentOrder | undefined> =>
  database
    .selectFrom('payment_order')
    .select(paymentOrderColumns)
    .where('purchase_id', '=', id)
    .executeTakeFirst();

/** The first call opens the order at the provider. Its receipt is derived from the purchase's id. */
async function findOrOpenPurchaseOrder(
  { database, gateway, now }: PaymentDeps,
  id: string,
  { userId, amountPaise }: RequestedPurchase,
): Promise<PaymentOrder> {
  const stored = await orderOfPurchase(database, id);
  if (stored) return stored;
  const opened = await orProviderUnavailable(
    gateway.createOrder({
      amountPaise,
      receipt: `pt_${id}`,
      notes: { purchase_id: id, user_id: userId },
      captureExpiryMinutes: CAPTURE_EXPIRY_MINUTES,
    }),
  );
  await inTransaction(database, async (tx) => {
    // The buyer may have been blocked, or the membership may have ended, during the call to the provider.
    await lockBuyer(tx, userId);
    await tx
      .insertInto('payment_order')
      .values({
        order_id: opened.id,
        booking_id: null,
        purchase_id: id,
        amount_paise: amountPaise,
        status: 'created',
        created_at: new Date(now()),
        next_check_at: firstCheck(now()),
      })
      .onConflict((conflict) => conflict.column('purchase_id').doNothing())
      .execute();
  });
  return (await orderOfPurchase(database, id)) as PaymentOrder;
}

/**
 * POST points buy: opens the order for a number of points. A repeated call within the checkout's time returns the same order
 * until it is paid. Throws what `checkInvoiceName` throws, 403 for a non-member and a blocked user, 409 'price-changed' when
 * `amount` is not the price, and 503 when the provider does not respond.
 */
export async function createPurchase(
  deps: PurchaseDeps,
  { points, amount }: CreatePurchaseRequest,
  userId: string,
): Promise<PointsPurchaseOrder> {
  const { database, gateway, now, pointPrice } = deps;
  const requested = {
    userId,
    halfPoints: halfPointsOf(points),
    amountPaise: priceOfPoints(points, pointPrice),
    now: now(),
  };
  const { id, buyer } = await inTransaction(database, async (tx) => {
    const lockedBuyer = await lockBuyer(tx, userId);
    if (amount !== requested.amountPaise) {
      throw new ApiError('price-changed', 'The price has changed', {
        amount: rupeesAmount(requested.amountPaise),
      });
    }
    await checkInvoiceName(tx, userId);
    return { id: await findOrCreatePurchase(tx, requested), buyer: lockedBuyer };
  });
  const order = await findOrOpenPurchaseOrder(deps, id, requested);
  const { first_name, last_name, email, phone } = buyer;
  return {
    purchase_id: id,
    id: order.order_id,
    amount: order.amount_paise,
    currency: CURRENCY,
    key: gateway.keyId,
    script: gateway.checkout.script,
    timeout: CHECKOUT_SECONDS,
    payer: { first_name, last_name: last_name ?? '', email, phone },
  };
}

/** A user's own purchase with its order. Throws 404 for an unknown id. */
async function ownPurchase(database: Database, id: string, userId: string) {
  const purchase = await database
    .selectFrom('point_purchase')
    .select(['id', 'half_points', 'paid_by_payment_id'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!purchase) throw new ApiError('not-found', 'There is no such purchase');
  return { purchase, order: await orderOfPurchase(database, id) };
}

type Purchase = Awaited<ReturnType<typeof ownPurchase>>['purchase'];

const resultOf = <Status extends PurchaseResult['status']>(
  { id, half_points }: Purchase,
  status: Status,
): PurchaseResult & { status: Status } => ({
  purchase_id: id,
  points: pointsFromHalf(half_points),
  status,
});

/**
 * POST points complete: verifies the result of the checkout (`verifyAndCapturePayment`) and grants the points. Throws what
 * that function throws, 404 for another user's purchase, and 410 for a payment that is refunded. A repeated call returns
 * the same response.
 */
export async function completePurchase(
  deps: PaymentDeps,
  request: CompletePurchaseRequest,
  userId: string,
): Promise<PurchaseResult & { status: 'granted' }> {
  const { database } = deps;
  const { order } = await ownPurchase(database, request.purchase_id, userId);
  if (order === undefined) throw paymentNotVerified();
  const payment = await verifyAndCapturePayment(deps, order, request);
  const isUsable = isOfOrder(payment, order) && isCaptured(payment);
  if (isUsable) await settle(deps, payment);
  else if (payment.status !== 'refunded') throw paymentNotVerified();
  const { purchase } = await ownPurchase(database, request.purchase_id, userId);
  if (purchase.paid_by_payment_id === null) throw purchaseRefunded();
  return resultOf(purchase, 'granted');
}

/** Whether a payment of an order has a refund, processed or not. */
const isRefunded = async (database: Database, orderId: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from refund join payment on payment.payment_id = refund.source_payment_id
    where payment.order_id = ${orderId}) as found`.execute(database);
  return rows[0]?.found ?? false;
};

/**
 * GET points purchase: the state of a purchase, after its payment status was fetched from the provider. 'granted': the
 * points were granted. 'pending': an attempt is open at the bank. 'unpaid': nothing was paid, and a payment may still come.
 * Throws 404 for another user's purchase, 410 when its payment is refunded, and 503 when the provider does not respond.
 */
export async function purchaseStatus(deps: PaymentDeps, id: string, userId: string): Promise<PurchaseResult> {
  const { purchase, order } = await ownPurchase(deps.database, id, userId);
  if (purchase.paid_by_payment_id !== null) return resultOf(purchase, 'granted');
  if (order === undefined) return resultOf(purchase, 'unpaid');
  const { state } = await syncWithProvider(deps, order);
  const { purchase: current } = await ownPurchase(deps.database, id, userId);
  if (current.paid_by_payment_id !== null) return resultOf(current, 'granted');
  if (await isRefunded(deps.database, order.order_id)) throw purchaseRefunded();
  return resultOf(current, state === 'authorized' || state === 'open' ? 'pending' : 'unpaid');
}
