import { sql, type RawBuilder } from 'kysely';

/**
 * The instant until which a hold must have lasted to be over: whoever takes half-hours away from a hold compares its
 * `hold_expires_at` with this. It is never later than the time at which the database began the transaction. A server whose
 * clock is ahead, because its database was replaced or its machine's date is wrong, therefore takes no hold that is live.
 * `now`: the server's clock, milliseconds since 1970.
 */
export const expiryCutoff = (now: number): RawBuilder<Date> =>
  sql<Date>`least(${new Date(now)}::timestamptz, transaction_timestamp())`;
