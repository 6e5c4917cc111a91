import { sql, type Selectable } from 'kysely';
import { CURRENCY } from '../../domain/pricing.ts';
import { bookingColumns, paymentOrderColumns } from '../database/columns.ts';
import type { BookingTable, Database, PaymentOrderTable, Tx } from '../database/schema.ts';
import { ApiError } from '../apiError.ts';
import type { GatewayPayment, GatewayPaymentStatus } from './entities.ts';

export type CardBooking = Selectable<BookingTable>;
export type PaymentOrder = Selectable<PaymentOrderTable>;

/** A payment that was made for an order. */
export type OrderPayment = GatewayPayment & { readonly orderId: string };

/** True for a payment that was made for this order. */
export const isOfOrder = (payment: GatewayPayment, order: PaymentOrder): payment is OrderPayment =>
  payment.orderId === order.order_id;

/** True for a payment of all that its order is about, in our currency. */
export const isExpectedAmount = (payment: OrderPayment, order: PaymentOrder): boolean =>
  payment.amountPaise === order.amount_paise && payment.currency === CURRENCY;

/** A user's own card booking with its order, if that was opened yet; refused (404) when there is none of that id. */
export async function ownCardBooking(
  database: Database,
  bookingId: string,
  userId: string,
): Promise<{ booking: CardBooking; order: PaymentOrder | undefined }> {
  const booking = await database
    .selectFrom('booking')
    .select(bookingColumns)
    .where('id', '=', bookingId)
    .where('user_id', '=', userId)
    .where('paid_with', '=', 'card')
    .executeTakeFirst();
  if (!booking) throw new ApiError('not-found', 'There is no such booking');
  return { booking, order: await orderOf(database, bookingId) };
}

/** The order of a booking, if it was opened yet. */
export const orderOf = (database: Database | Tx, bookingId: string): Promise<PaymentOrder | undefined> =>
  database
    .selectFrom('payment_order')
    .select(paymentOrderColumns)
    .where('booking_id', '=', bookingId)
    .executeTakeFirst();

/** The order of that id, if it is one of ours. */
export const orderById = (database: Database, orderId: string): Promise<PaymentOrder | undefined> =>
  database
    .selectFrom('payment_order')
    .select(paymentOrderColumns)
    .where('order_id', '=', orderId)
    .executeTakeFirst();

/** The booking that an order pays. */
export const bookingOf = (database: Database, order: PaymentOrder): Promise<CardBooking> =>
  database
    .selectFrom('booking')
    .select(bookingColumns)
    .where('id', '=', order.booking_id)
    .executeTakeFirstOrThrow();

/** A booking, which nobody else may change until the end of the transaction. */
export const lockBooking = (tx: Tx, bookingId: string): Promise<CardBooking> =>
  tx
    .selectFrom('booking')
    .select(bookingColumns)
    .where('id', '=', bookingId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/**
 * A payment's way, forward only: reports overtake each other, and what came late must not undo what came first. A
 * failed one may still be authorised, days later.
 */
const STATUS_ORDER = sql`array['created', 'failed', 'authorized', 'captured', 'refunded']`;

/**
 * Keeps what the provider says of a payment for one of our orders, and that the order was attempted. The answer is what
 * the payment is known to be now.
 */
export async function recordPayment(
  database: Database | Tx,
  payment: OrderPayment,
): Promise<GatewayPaymentStatus> {
  const { rows } = await sql<{ status: GatewayPaymentStatus }>`
    with attempted as (
      update payment_order set status = 'attempted' where order_id = ${payment.orderId} and status = 'created'
    )
    insert into payment (payment_id, order_id, amount_paise, status)
    values (${payment.id}, ${payment.orderId}, ${payment.amountPaise}, ${payment.status})
    on conflict (payment_id) do update set status =
      case when array_position(${STATUS_ORDER}, excluded.status) > array_position(${STATUS_ORDER}, payment.status)
        then excluded.status else payment.status end
    returning status`.execute(database);
  return (rows[0] as { status: GatewayPaymentStatus }).status;
}
