import { sql, type Selectable } from 'kysely';
import { CURRENCY } from '../../domain/pricing.ts';
import { bookingColumns, paymentOrderColumns } from '../database/columns.ts';
import type { BookingStatus, Database, PaymentOrderTable, Tx } from '../database/schema.ts';
import { ApiError } from '../apiError.ts';
import { headOf } from '../series/seriesDates.ts';
import type { GatewayPayment, GatewayPaymentStatus } from './entities.ts';
import type { StoredBooking } from '../bookings/storedBooking.ts';

export type PaymentOrder = Selectable<PaymentOrderTable>;

/** An order that pays a booking, and one that pays points. */
export type BookingOrder = PaymentOrder & { readonly booking_id: string };
export type PurchaseOrder = PaymentOrder & { readonly purchase_id: string };

export const isPurchaseOrder = (order: PaymentOrder): order is PurchaseOrder => order.purchase_id !== null;
export const isBookingOrder = (order: PaymentOrder): order is BookingOrder => order.booking_id !== null;

/** A payment of an order. */
export type OrderPayment = GatewayPayment & { readonly orderId: string };

/** True for a payment of this order. */
export const isOfOrder = (payment: GatewayPayment, order: PaymentOrder): payment is OrderPayment =>
  payment.orderId === order.order_id;

/** True for a payment of the order's full amount in our currency. */
export const isExpectedAmount = (payment: OrderPayment, order: PaymentOrder): boolean =>
  payment.amountPaise === order.amount_paise && payment.currency === CURRENCY;

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
  return { booking, order: await orderOf(database, bookingId) };
}

/** The order of a booking or of the booking's series, if there is one. */
export const orderOf = async (
  database: Database | Tx,
  bookingId: string,
): Promise<PaymentOrder | undefined> =>
  database
    .selectFrom('payment_order')
    .select(paymentOrderColumns)
    .where('booking_id', '=', await headOf(database, bookingId))
    .executeTakeFirst();

/** The order with an id, if it is one of ours. */
export const orderById = (database: Database, orderId: string): Promise<PaymentOrder | undefined> =>
  database
    .selectFrom('payment_order')
    .select(paymentOrderColumns)
    .where('order_id', '=', orderId)
    .executeTakeFirst();

/** The booking of an order. */
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
): Promise<BookingStatus> {
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
 * Records the provider's state of a payment, and marks the payment's order as attempted. Returns the resulting status of
 * the payment.
 */
export async function recordPayment(
  database: Database | Tx,
  payment: OrderPayment,
): Promise<GatewayPaymentStatus> {
  const { rows } = await sql<{ status: GatewayPaymentStatus }>`
    with attempted as (
      update payment_order set status = 'attempted' where order_id = ${payment.orderId} and status = 'created'
    )
    insert into payment (payment_id, order_id, amount_paise, status, method)
    values (${payment.id}, ${payment.orderId}, ${payment.amountPaise}, ${payment.status}, ${payment.method ?? null})
    on conflict (payment_id) do update set method = coalesce(payment.method, excluded.method), status =
      case when array_position(${STATUS_ORDER}, excluded.status) > array_position(${STATUS_ORDER}, payment.status)
        then excluded.status else payment.status end
    returning status`.execute(database);
  return (rows[0] as { status: GatewayPaymentStatus }).status;
}
