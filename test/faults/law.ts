import { sql, type RawBuilder } from 'kysely';

/** An invariant of the database. */
export interface Law {
  readonly says: string;
  /** Rows that violate it. */
  readonly broken: RawBuilder<Record<string, unknown>>;
}

/** The booking that an order of `booking` names: of a series its head, which stands for all of its dates. */
export const headOf = (booking: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((select head_id from series_date where series_date.booking_id = ${booking}), ${booking})`;

/** The amount that a booking's payments must keep, in paise: its price, or the part that cancelling does not return. */
export const toKeep = sql`(case
  when booking.paid_with <> 'card' then 0
  when booking.status = 'confirmed' then booking.total_paise
  when booking.status = 'called_off' then booking.total_paise - booking.returned
  else 0 end)`;
