import { sql, type Selectable } from 'kysely';
import { CURRENCY } from '../../domain/money/pricing.ts';
import { type BookingCode } from '../../domain/bookings/bookingStates.ts';
import { bookingColumns, paymentOrderColumns } from '../platform/database/columns.ts';
import type { Database, PaymentOrderTable, Tx } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/apiError.ts';
import { headOf, type StoredBooking } from '../slots/exports.ts';
import type { GatewayPayment, GatewayPaymentStatus } from './provider/entities.ts';

export type PaymentOrder = Selectable<PaymentOrderTable>;

/** An order that pays a booking, and one that pays points. */
export type BookingOrder = PaymentOrder & { readonly booking_id: string };
export type PurchaseOrder = PaymentOrder & { readonly purchase_id: string };

export const isPurchaseOrder = (order: PaymentOrder): order is PurchaseOrder => order.purchase_id !== null;
export const isBookingOrder = (order: PaymentOrder): order is BookingOrder => order.booking_id !== null;

export type OrderPayment = GatewayPayment & { readonly orderId: string };

/** True for a payment of this order. */
export const isOfOrder = (payment: GatewayPayment, order: PaymentOrder): payment is OrderPayment =>
  payment.orderId === order.order_id;

/**
 * What the business sold for a payment, in paise: the order's amount, also when the customer paid the provider's fee on top of
 * it, or the reduced amount when the provider applied an offer. Null for any other amount or currency.
 */
export function soldPaise(payment: OrderPayment, order: Pick<PaymentOrder, 'amount_paise'>): number | null {
  const { amountPaise, currency, feePaise = 0, hasOffer = false } = payment;
  if (currency !== CURRENCY) return null;
  const excess = amountPaise - order.amount_paise;
  if (excess === 0 || (excess > 0 && excess === feePaise)) return order.amount_paise;
  return excess < 0 && hasOffer ? amountPaise : null;
}

/** True for a payment whose amount is that of its order, or differs from it by the customer's fee or an offer. */
export const isExpectedAmount = (payment: OrderPayment, order: PaymentOrder): boolean =>
  soldPaise(payment, order) !== null;

/** A user's own card booking with its order, if there is one. Throws 404 for an unknown id. */
export async function ownCardBooking(
  database: Database,
  bookingId: string,
  userId: string,
): Promise<{ booking: StoredBooking; order: PaymentOrder | undefined }> {
  const booking = await database
    .selectFrom('booking')
    .select(bookingColumns)
    .where('id', '=', bookingId)
    .where('user_id', '=', userId)
    .where('paid_with', '=', 'card')
    .executeTakeFirst();
  if (!booking) throw new ApiError('not-found', 'There is no such booking');
  return { booking, order: await orderOfBooking(database, bookingId) };
}

/** Of a booking or of its series, if there is one. */
export const orderOfBooking = async (
  database: Database | Tx,
  bookingId: string,
): Promise<PaymentOrder | undefined> =>
  database
    .selectFrom('payment_order')
    .select(paymentOrderColumns)
    .where('booking_id', '=', await headOf(database, bookingId))
    .executeTakeFirst();

/** Undefined when the order is not one of ours. */
export const orderById = (database: Database, orderId: string): Promise<PaymentOrder | undefined> =>
  database
    .selectFrom('payment_order')
    .select(paymentOrderColumns)
    .where('order_id', '=', orderId)
    .executeTakeFirst();

export const bookingOf = (database: Database, order: BookingOrder): Promise<StoredBooking> =>
  database
    .selectFrom('booking')
    .select(bookingColumns)
    .where('id', '=', order.booking_id)
    .executeTakeFirstOrThrow();

/**
 * The status of a booking. For a move that was applied it is the status of the moved booking, such as 'confirmed' or
 * 'called_off'.
 */
export async function statusOf(
  database: Database | Tx,
  { status, moves_booking_id }: StoredBooking,
): Promise<BookingCode> {
  if (status !== 'moved') return status;
  const { status: ofBooking } = await database
    .selectFrom('booking')
    .select('status')
    .where('id', '=', moves_booking_id)
    .executeTakeFirstOrThrow();
  return ofBooking;
}

/** Locks a booking until the end of the transaction. */
export const lockBooking = (tx: Tx, bookingId: string): Promise<StoredBooking> =>
  tx
    .selectFrom('booking')
    .select(bookingColumns)
    .where('id', '=', bookingId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/**
 * The order of a payment's statuses. Reports may arrive in any order, and an old report must not undo a newer one. A failed
 * payment may still be authorised days later.
 */
const STATUS_ORDER = sql`array['created', 'failed', 'authorized', 'captured', 'refunded']`;

/**
 * Records the provider's state of a payment, and marks the payment's order as attempted. A fee that the customer paid on top of
 * the order is stored separately. Returns the resulting status of the payment.
 */
export async function recordPayment(
  database: Database | Tx,
  payment: OrderPayment,
): Promise<GatewayPaymentStatus> {
  const { id, orderId, amountPaise, status, method = null, feePaise = 0 } = payment;
  const { rows } = await sql<{ status: GatewayPaymentStatus }>`
    with attempted as (
      update payment_order set status = 'attempted' where order_id = ${orderId} and status = 'created'
    ), fee as (
      select case when payment_order.amount_paise + ${feePaise}::integer = ${amountPaise}::integer
        then ${feePaise}::integer else 0 end as paise
      from payment_order where order_id = ${orderId}
    )
    insert into payment (payment_id, order_id, amount_paise, customer_fee_paise, status, method)
    select ${id}::text, ${orderId}::text, ${amountPaise}::integer - fee.paise, fee.paise, ${status}::text, ${method}::text
    from fee
    on conflict (payment_id) do update set method = coalesce(payment.method, excluded.method),
      amount_paise = case when payment.status in ('captured', 'refunded') then payment.amount_paise else excluded.amount_paise end,
      customer_fee_paise = case when payment.status in ('captured', 'refunded') then payment.customer_fee_paise
        else excluded.customer_fee_paise end,
      status = case when array_position(${STATUS_ORDER}, excluded.status) > array_position(${STATUS_ORDER}, payment.status)
        then excluded.status else payment.status end
    returning status`.execute(database);
  return (rows[0] as { status: GatewayPaymentStatus }).status;
}
