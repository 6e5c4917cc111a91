import { sql, type RawBuilder } from 'kysely';

/**
 * A hold whose `hold_expires_at` is not later than this instant has expired. Every statement that takes slots from a
 * hold uses it. It is never later than the transaction's start by the database's clock, so a server whose clock is
 * ahead (its database was replaced, or its machine's date is wrong) takes no live hold. `now`: the server's clock,
 * milliseconds since 1970.
 */
export const expiryCutoff = (now: number): RawBuilder<Date> =>
  sql<Date>`least(${new Date(now)}::timestamptz, transaction_timestamp())`;
