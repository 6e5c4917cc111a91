import { sql } from 'kysely';
import { anyOf } from '../../platform/database/anyOf.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { lockPayments } from './refunds.ts';
import type { Refundable } from './splitRefund.ts';

/**
 * The payments that paid a booking and its moves, with the amount of each that has no refund yet, no matter who made the refunds.
 * For a booking of a series, only its part of the series' payment counts.
 */
export async function refundablePayments(database: Database | Tx, bookingId: string): Promise<Refundable[]> {
  const { rows } = await sql<Refundable>`
    select payment.payment_id as id, (coalesce(series_date.amount, payment.amount_paise) - coalesce((
      select sum(amount_paise) from refund where source_payment_id = payment.payment_id
        and (series_date.booking_id is null or refund.booking_id = series_date.booking_id)
    ), 0))::integer as "leftPaise"
    from booking left join series_date on series_date.booking_id = booking.id
      join booking payer on payer.id = coalesce(series_date.head_id, booking.id)
      join payment on payment.payment_id = payer.paid_by_payment_id
    where booking.id = ${bookingId}::uuid or booking.moves_booking_id = ${bookingId}::uuid and booking.status = 'moved'
    order by payment.payment_id`.execute(database);
  return rows;
}

/** Columns that `goneBack` needs. */
interface PricedBooking {
  readonly id: string;
  readonly paid_with: 'points' | 'card';
  readonly total_paise: number | null;
}

/** What was paid for a booking and not returned, and the part of its price that was returned already, in paise. */
export interface LeftOfBooking {
  readonly leftPaise: number;
  readonly goneBackPaise: number;
  /** Whether a dispute about one of its payments is open, so that refunds wait. */
  readonly isDisputed: boolean;
}

/**
 * What is left of a booking's payments. Money that was returned without changing the price, such as a refund that somebody made at
 * the provider or the amount of a lost dispute, is the difference to the price. A booking with points, and one of an earlier
 * version without a stored payment, has nothing of that kind.
 */
export async function leftOfBooking(database: Database | Tx, booking: PricedBooking): Promise<LeftOfBooking> {
  const price = booking.paid_with === 'card' ? (booking.total_paise ?? 0) : 0;
  const payments = booking.paid_with === 'card' ? await refundablePayments(database, booking.id) : [];
  if (payments.length === 0) return { leftPaise: price, goneBackPaise: 0, isDisputed: false };
  const leftPaise = Math.max(
    payments.reduce((sum, payment) => sum + payment.leftPaise, 0),
    0,
  );
  const disputed = await database
    .selectFrom('dispute')
    .select('dispute_id')
    .where(
      'payment_id',
      '=',
      anyOf(
        payments.map(({ id }) => id),
        'text',
      ),
    )
    .where(sql<boolean>`status in ('open', 'under_review')`)
    .executeTakeFirst();
  return { leftPaise, goneBackPaise: Math.max(price - leftPaise, 0), isDisputed: disputed !== undefined };
}

/** `leftOfBooking` with the payments locked until the end of the transaction. The caller has locked the booking's row. */
export async function lockLeftOfBooking(tx: Tx, booking: PricedBooking): Promise<LeftOfBooking> {
  if (booking.paid_with === 'card') {
    const payments = await refundablePayments(tx, booking.id);
    await lockPayments(
      tx,
      payments.map(({ id }) => id),
    );
  }
  return leftOfBooking(tx, booking);
}
