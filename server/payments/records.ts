import { sql, type Selectable } from 'kysely';
import type { BookingTable, Database, PaymentOrderTable, Tx } from '../database/schema.ts';
import { Refusal } from '../refusal.ts';
import type { GatewayPayment } from './gateway.ts';

export type CardBooking = Selectable<BookingTable>;
export type PaymentOrder = Selectable<PaymentOrderTable>;

/** A user's own card booking with its order, if that was opened yet; refused (404) when there is none of that id. */
export async function ownCardBooking(
  database: Database,
  bookingId: string,
  userId: string,
): Promise<{ booking: CardBooking; order: PaymentOrder | undefined }> {
  const booking = await database
    .selectFrom('booking')
    .selectAll()
    .where('id', '=', bookingId)
    .where('user_id', '=', userId)
    .where('paid_with', '=', 'card')
    .executeTakeFirst();
  if (!booking) throw new Refusal('not-found', 'There is no such booking');
  return { booking, order: await orderOf(database, bookingId) };
}

/** The order of a booking, if it was opened yet. */
export const orderOf = (database: Database | Tx, bookingId: string): Promise<PaymentOrder | undefined> =>
  database.selectFrom('payment_order').selectAll().where('booking_id', '=', bookingId).executeTakeFirst();

/** A booking, which nobody else may change until the end of the transaction. */
export const lockBooking = (tx: Tx, bookingId: string): Promise<CardBooking> =>
  tx.selectFrom('booking').selectAll().where('id', '=', bookingId).forUpdate().executeTakeFirstOrThrow();

/**
 * A payment's way, forward only: reports overtake each other, and what came late must not undo what came first. A
 * failed one may still be authorised, days later.
 */
const WAY = sql`array['created', 'failed', 'authorized', 'captured', 'refunded']`;

/** Keeps what the provider says of a payment for one of our orders. */
export async function recordPayment(database: Database | Tx, payment: GatewayPayment): Promise<void> {
  await database
    .insertInto('payment')
    .values({
      payment_id: payment.id,
      order_id: payment.orderId ?? '',
      amount_paise: payment.amountPaise,
      status: payment.status,
    })
    .onConflict((conflict) =>
      conflict
        .column('payment_id')
        .doUpdateSet({ status: payment.status })
        .where(
          sql<boolean>`array_position(${WAY}, excluded.status) > array_position(${WAY}, payment.status)`,
        ),
    )
    .execute();
}
