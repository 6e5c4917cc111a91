import { sql, type RawBuilder } from 'kysely';
import type { Simulation } from './simulation.ts';
import { bookingCodes } from '../../domain/bookings/bookingStates.ts';

/** An invariant of the database. */
export interface Invariant {
  readonly description: string;
  /** Selects the rows that violate it. */
  readonly violations: RawBuilder<Record<string, unknown>>;
}

/** Whether a payment was returned at the provider while the desk paid out something. */
export const isReturnedDuringPayOut = (
  { returnedDuringPayOut }: Simulation,
  paymentId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(${paymentId} = any(${[...returnedDuringPayOut]}::text[]))`;

/** Whether a payment is on the account of a company. */
export const isOnAccount = (paymentId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${paymentId} like 'desk\\_account\\_%')`;

/** `booking`, or the head of its series, which represents all dates. */
export const headOf = (booking: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((select head_id from series_date where series_date.booking_id = ${booking}), ${booking})`;

/** In paise: the price of a booking, or the part that cancelling does not return. */
export const amountToKeep = sql`(case
  when booking.paid_with <> 'card' then 0
  when booking.status = 'confirmed' then booking.total_paise
  when booking.status = ${sql.lit(bookingCodes.cancelled)} then booking.total_paise - booking.returned
  else 0 end)`;

/**
 * What was returned of a booking's payments without changing its price, in paise: by hand at the provider, by a lost dispute, or by
 * the desk. It may have been subtracted from what a later cancellation or move returned.
 */
export const returnedOutside = sql`(case when booking.status in ('confirmed', ${sql.lit(bookingCodes.cancelled)}) then coalesce((
  select sum(refund.amount_paise) from refund
  where refund.booking_id = booking.id
    and (refund.reason = 'desk' or refund.reason in ('provider', 'dispute') and refund.part_of is null)
    and exists (select from booking payer where payer.paid_by_payment_id = refund.source_payment_id)
), 0) else 0 end)`;
