import { sql, type RawBuilder } from 'kysely';

/** An invariant of the database. */
export interface Invariant {
  readonly description: string;
  /** Selects the rows that violate it. */
  readonly violations: RawBuilder<Record<string, unknown>>;
}

/** The booking of an order: `booking`, or the head of its series, which represents all dates. */
export const headOf = (booking: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((select head_id from series_date where series_date.booking_id = ${booking}), ${booking})`;

/** The amount that must stay paid for a booking, in paise: its price, or the part that cancelling does not return. */
export const amountToKeep = sql`(case
  when booking.paid_with <> 'card' then 0
  when booking.status = 'confirmed' then booking.total_paise
  when booking.status = 'called_off' then booking.total_paise - booking.returned
  else 0 end)`;
