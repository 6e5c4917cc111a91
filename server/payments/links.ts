import { sql, type RawBuilder, type Selectable } from 'kysely';
import { HELD, endSeriesHolds, headOfBooking, lockSeriesBookings } from '../slots/exports.ts';
import type { Database, PaymentLinkTable, Tx } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { PaymentDeps } from './deps.ts';
import { GatewayError } from './provider/gatewayError.ts';
import { isProviderId } from './provider/providerId.ts';
import type { PaymentOrder } from './records.ts';

/*
 * Payment links of the desk (decision 0042). A link is the order of a held booking: `payment_order` contains the link's id,
 * so that `settle`, refunds and the reconciler treat it like any order.
 */

export type PaymentLink = Selectable<PaymentLinkTable>;

/** True for an order that is a payment link. */
export const isLink = ({ order_id }: PaymentOrder): boolean => isProviderId('link', order_id);

/** SQL: whether the outer query's booking, or its series, is to be paid by a link. */
export const hasLink: RawBuilder<boolean> = sql<boolean>`exists (
  select from payment_link join payment_order using (order_id) where payment_order.booking_id = ${headOfBooking})`;

/** Undefined for an order that is not a link. */
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

/** How a hold ends whose link has ended at the provider. */
export const holdEndOf = (link: 'expired' | 'cancelled'): 'expired' | 'released' =>
  link === 'expired' ? 'expired' : 'released';

/**
 * Releases the slots of a booking, or of all dates of a series, whose link has ended. What is paid or no longer held stays
 * unchanged.
 */
export async function endLinkedHold(
  tx: Tx,
  order: PaymentOrder,
  endedAs: 'expired' | 'released',
): Promise<void> {
  const headId = order.booking_id as string;
  // Locked like in a settlement, in the order of their ids.
  const bookings = await lockSeriesBookings(tx, headId);
  await markEnded(tx, order);
  if (bookings.every(({ status }) => HELD.includes(status))) await endSeriesHolds(tx, headId, endedAs);
}

/** Releases the slots of a hold, or of a series, whose link could not be created or stored. */
export const releaseHoldOfFailedLink = (database: Database, bookingId: string): Promise<void> =>
  inTransaction(database, (tx) => endSeriesHolds(tx, bookingId, 'released'));

/**
 * Synchronises a link with its hold. A link that has ended at the provider ends the hold. A hold that has ended cancels the link
 * at the provider, so that nobody pays for released slots. Rejects with a `GatewayError` when the provider does not respond. Must
 * not be called inside a transaction.
 */
export async function syncLink({ database, gateway }: PaymentDeps, order: PaymentOrder): Promise<void> {
  const { status } = await gateway.fetchLink(order.order_id);
  if (status === 'expired' || status === 'cancelled') {
    return inTransaction(database, (tx) => endLinkedHold(tx, order, holdEndOf(status)));
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
      // The link was paid or has ended in between. The next check handles it.
      if (!(error instanceof GatewayError && error.code === 'refused')) throw error;
      return;
    }
    await markEnded(database, order);
  }
}
