import { sql } from 'kysely';
import type { ShownPayment } from '../../contract/bookingDetails.ts';
import { paymentMethodOf, type PaymentMethod, type ProviderMethod } from '../../domain/paymentMethods.ts';
import type { Database } from '../database/schema.ts';
import { amountText } from './cancelTerms.ts';

/** A payment of a booking: `amount` in paise, or in half-points. */
export interface BookingPayment {
  /** What it paid: the booking, a move of it, or nothing, because it goes back whole. */
  readonly for: 'booking' | 'move' | 'nothing';
  readonly method: PaymentMethod;
  readonly amount: number;
  /** The provider's id of it, or what the receipt of the desk says; null for points. */
  readonly reference: string | null;
  readonly at: Date;
}

/** What a booking has paid and got back: paise, or half-points. Refunds that are not paid out yet count. */
export interface BookingMoney {
  readonly payments: readonly BookingPayment[];
  readonly paid: number;
  readonly back: number;
}

interface Row {
  readonly id: string;
  readonly of_move: boolean;
  readonly is_unused: boolean;
  readonly method: ProviderMethod | null;
  readonly receipt: string | null;
  readonly amount: number;
  readonly back: number;
  readonly at: Date;
}

/**
 * The payments of money of a booking and its moves, with what of each goes back. Of the payment of a series, the booking has
 * its own part.
 */
async function moneyOf(database: Database, bookingId: string): Promise<BookingMoney> {
  const { rows } = await sql<Row>`
    select payment.payment_id as id, paid.moves_booking_id is not null as of_move, whole.id is not null as is_unused,
      payment.method, desk_payment.reference as receipt, payment.recorded_at as at,
      (case when whole.id is null and paid.moves_booking_id is null then coalesce(series_date.amount, payment.amount_paise)
        else payment.amount_paise end)::integer as amount,
      coalesce((select sum(amount_paise) from refund where refund.source_payment_id = payment.payment_id
        and (series_date.booking_id is null or refund.booking_id = booking.id)), 0)::integer as back
    from booking
      left join series_date on series_date.booking_id = booking.id
      join booking paid on paid.id = coalesce(series_date.head_id, booking.id) or paid.moves_booking_id = booking.id
      join payment_order on payment_order.booking_id = paid.id
      join payment on payment.order_id = payment_order.order_id
      left join refund whole on whole.payment_id = payment.payment_id
      left join desk_payment on desk_payment.payment_id = payment.payment_id
    where booking.id = ${bookingId}::uuid and payment.status in ('captured', 'refunded')
      and (whole.id is null or whole.booking_id is null or whole.booking_id = booking.id)
    order by payment.recorded_at, payment.payment_id`.execute(database);
  return {
    payments: rows.map(({ id, of_move, is_unused, method, receipt, amount, at }) => ({
      for: is_unused ? 'nothing' : of_move ? 'move' : 'booking',
      method: paymentMethodOf(id, method),
      amount,
      reference: receipt ?? id,
      at,
    })),
    paid: rows.reduce((sum, { amount }) => sum + amount, 0),
    back: rows.reduce((sum, { back }) => sum + back, 0),
  };
}

/** The points that a booking has taken and given back, by the ledger. A booking from before the ledger has its price. */
async function pointsOf(
  database: Database,
  { id, half_points, returned, created_at }: PaidBooking,
): Promise<BookingMoney> {
  const entries = await database
    .selectFrom('point_entry')
    .select(['at', 'half_points'])
    .where('booking_id', '=', id)
    .orderBy('id')
    .execute();
  const used = entries.filter(({ half_points: change }) => change < 0);
  const first = { for: 'booking', method: 'points', reference: null } as const;
  if (used.length === 0) {
    const amount = half_points ?? 0;
    return { payments: [{ ...first, amount, at: created_at }], paid: amount, back: returned ?? 0 };
  }
  const back = entries.filter(({ half_points: change }) => change > 0);
  return {
    payments: used.map(({ at, half_points: change }, index) => ({
      ...first,
      for: index === 0 ? 'booking' : 'move',
      amount: -change,
      at,
    })),
    paid: used.reduce((sum, { half_points: change }) => sum - change, 0),
    back: back.reduce((sum, { half_points: change }) => sum + change, 0),
  };
}

/** What is needed of a booking to say what it has paid. */
interface PaidBooking {
  readonly id: string;
  readonly paid_with: 'card' | 'points';
  readonly half_points: number | null;
  readonly returned: number | null;
  readonly created_at: Date;
}

/** What was paid for a booking and how, payment by payment, the oldest first, and how much of it goes back. */
export const bookingMoney = (database: Database, booking: PaidBooking): Promise<BookingMoney> =>
  booking.paid_with === 'points' ? pointsOf(database, booking) : moneyOf(database, booking.id);

/** The payments of a booking as the API says them. */
export const shownPayments = (
  paidWith: PaidBooking['paid_with'],
  { payments }: Pick<BookingMoney, 'payments'>,
): ShownPayment[] =>
  payments.map(({ amount, at, ...payment }) => ({
    ...payment,
    amount: amountText(paidWith, amount),
    at: at.toISOString(),
  }));
