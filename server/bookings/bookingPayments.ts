import { sql } from 'kysely';
import type { PaymentDetails } from '../../contract/bookings/bookingDetails.ts';
import { amountField } from '../../domain/money/amounts.ts';
import { deskMethodOf } from '../../domain/money/deskPayment.ts';
import {
  paymentMethodOf,
  type PaymentMethod,
  type ProviderMethod,
} from '../../domain/money/paymentMethods.ts';
import type { Database } from '../platform/database/schema.ts';

/** A payment of a booking. `amount`: paise or half-points. */
export interface BookingPayment {
  /** What the payment paid: the booking, a move of the booking, or nothing, because it is refunded in full. */
  readonly for: 'booking' | 'move' | 'nothing';
  readonly method: PaymentMethod;
  readonly amount: number;
  /** The provider's payment id, or the receipt number of a payment at the desk; null for points and on account. */
  readonly reference: string | null;
  readonly at: Date;
}

/** In paise or half-points. `refunded` includes refunds that are not processed yet. */
export interface PaymentSummary {
  readonly payments: readonly BookingPayment[];
  readonly paid: number;
  readonly refunded: number;
}

interface Row {
  readonly id: string;
  readonly is_for_move: boolean;
  readonly is_unused: boolean;
  readonly method: ProviderMethod | null;
  readonly receipt: string | null;
  readonly amount: number;
  readonly refunded: number;
  readonly at: Date;
}

/**
 * The card and desk payments of a booking and its moves, with the refunded amount of each. For a booking of a series, only
 * its part of the series' payment counts.
 */
async function cardPaymentsOf(database: Database, bookingId: string): Promise<PaymentSummary> {
  const { rows } = await sql<Row>`
    select payment.payment_id as id, paid.moves_booking_id is not null as is_for_move,
      full_refund.id is not null as is_unused, payment.method, desk_payment.reference as receipt, payment.recorded_at as at,
      (case when full_refund.id is null and paid.moves_booking_id is null
        then coalesce(series_date.amount, payment.amount_paise) else payment.amount_paise end)::integer as amount,
      coalesce((select sum(amount_paise) from refund where refund.source_payment_id = payment.payment_id
        and (series_date.booking_id is null or refund.booking_id = booking.id)), 0)::integer as refunded
    from booking
      left join series_date on series_date.booking_id = booking.id
      join booking paid on paid.id = coalesce(series_date.head_id, booking.id) or paid.moves_booking_id = booking.id
      join payment_order on payment_order.booking_id = paid.id
      join payment on payment.order_id = payment_order.order_id
      left join refund full_refund on full_refund.payment_id = payment.payment_id
      left join desk_payment on desk_payment.payment_id = payment.payment_id
    where booking.id = ${bookingId}::uuid and payment.status in ('captured', 'refunded')
      and (full_refund.id is null or full_refund.booking_id is null or full_refund.booking_id = booking.id)
    order by payment.recorded_at, payment.payment_id`.execute(database);
  return {
    payments: rows.map(({ id, is_for_move, is_unused, method, receipt, amount, at }) => ({
      for: is_unused ? 'nothing' : is_for_move ? 'move' : 'booking',
      method: paymentMethodOf(id, method),
      amount,
      // Only the provider knows the number of a payment; that of one at the desk or on account is ours.
      reference: receipt ?? (deskMethodOf(id) === null ? id : null),
      at,
    })),
    paid: rows.reduce((sum, { amount }) => sum + amount, 0),
    refunded: rows.reduce((sum, { refunded }) => sum + refunded, 0),
  };
}

/**
 * The points that a booking has cost and returned, from the ledger. A booking that is older than the ledger has no entries; then
 * its price counts.
 */
async function pointPaymentsOf(
  database: Database,
  { id, half_points, returned, created_at }: PaidBooking,
): Promise<PaymentSummary> {
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
    return { payments: [{ ...first, amount, at: created_at }], paid: amount, refunded: returned ?? 0 };
  }
  const returnedEntries = entries.filter(({ half_points: change }) => change > 0);
  return {
    payments: used.map(({ at, half_points: change }, index) => ({
      ...first,
      for: index === 0 ? 'booking' : 'move',
      amount: -change,
      at,
    })),
    paid: used.reduce((sum, { half_points: change }) => sum - change, 0),
    refunded: returnedEntries.reduce((sum, { half_points: change }) => sum + change, 0),
  };
}

/** Columns that `paymentSummary` needs. */
interface PaidBooking {
  readonly id: string;
  readonly paid_with: 'card' | 'points';
  readonly half_points: number | null;
  readonly returned: number | null;
  readonly created_at: Date;
}

/** The oldest payment first. */
export const paymentSummary = (database: Database, booking: PaidBooking): Promise<PaymentSummary> =>
  booking.paid_with === 'points' ? pointPaymentsOf(database, booking) : cardPaymentsOf(database, booking.id);

export const apiPayments = (
  paidWith: PaidBooking['paid_with'],
  { payments }: Pick<PaymentSummary, 'payments'>,
): PaymentDetails[] =>
  payments.map(({ amount, at, ...payment }) => ({
    ...payment,
    amount: amountField({ with: paidWith, amount }),
    at: at.toISOString(),
  }));
