import { sql, type RawBuilder, type Selectable } from 'kysely';
import { endHold, HELD } from '../bookings/bookingSlots.ts';
import type { Database, PaymentLinkTable, Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import type { PaymentDeps } from './deps.ts';
import { GatewayError } from './gatewayError.ts';
import { isProviderId } from './providerId.ts';
import { lockBooking, type PaymentOrder } from './records.ts';

/*
 * Payment links of the desk (decision 0042). A link is the order of a held booking: `payment_order` has its id, so that
 * `settle`, refunds and the reconciler work with it as with any order.
 */

export type PaymentLink = Selectable<PaymentLinkTable>;

/** True for an order that is a payment link. */
export const isLink = ({ order_id }: PaymentOrder): boolean => isProviderId('link', order_id);

/** Whether the surrounding query's booking is paid by a link. */
export const hasLink: RawBuilder<boolean> = sql<boolean>`exists (
  select from payment_link join payment_order using (order_id) where payment_order.booking_id = booking.id)`;

/** The link that is an order; undefined for any other. */
export const linkOf = (
  database: Database | Tx,
  { order_id }: PaymentOrder,
): Promise<PaymentLink | undefined> =>
  database
    .selectFrom('payment_link')
    .select(['order_id', 'short_url', 'expires_at', 'ended_at_provider'])
    .where('order_id', '=', order_id)
    .executeTakeFirst();

const markEnded = (tx: Database | Tx, { order_id }: PaymentOrder): Promise<unknown> =>
  tx.updateTable('payment_link').set({ ended_at_provider: true }).where('order_id', '=', order_id).execute();

/** Releases the slots of a booking whose link has ended. A booking that is paid or no longer held stays unchanged. */
export async function endLinkedHold(
  tx: Tx,
  order: PaymentOrder,
  endedAs: 'expired' | 'cancelled',
): Promise<void> {
  const booking = await lockBooking(tx, order.booking_id as string);
  await markEnded(tx, order);
  if (HELD.includes(booking.status)) await endHold(tx, booking.id, endedAs);
}

/** Releases the slots of a hold whose link could not be created or stored. */
export const cancelHoldOfFailedLink = (database: Database, bookingId: string): Promise<void> =>
  inTransaction(database, async (tx) => {
    await lockBooking(tx, bookingId);
    await endHold(tx, bookingId, 'cancelled');
  });

/**
 * Brings a link and its hold together: a link that is over at the provider ends the hold, and a hold that has ended cancels the
 * link, so that nobody begins to pay for nothing. Rejects with a `GatewayError` when the provider does not respond. Never
 * inside a transaction.
 */
export async function syncLink({ database, gateway }: PaymentDeps, order: PaymentOrder): Promise<void> {
  const { status } = await gateway.fetchLink(order.order_id);
  if (status === 'expired' || status === 'cancelled') {
    return inTransaction(database, (tx) => endLinkedHold(tx, order, status));
  }
  const booking = await database
    .selectFrom('booking')
    .select('status')
    .where('id', '=', order.booking_id)
    .executeTakeFirstOrThrow();
  if (status === 'paid') await markEnded(database, order);
  else if (!HELD.includes(booking.status)) {
    try {
      await gateway.cancelLink(order.order_id);
    } catch (error) {
      // It was paid or has ended in between: the next check finds out.
      if (!(error instanceof GatewayError && error.code === 'refused')) throw error;
      return;
    }
    await markEnded(database, order);
  }
}
