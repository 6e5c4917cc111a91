import { sql, type RawBuilder } from 'kysely';
import type { EpochMs } from '../../domain/time/epochMs.ts';

/**
 * A hold whose `hold_expires_at` is not later than this instant has expired. Every statement that takes slots from a hold
 * uses this cutoff. The cutoff is never later than the transaction's start by the database's clock. A server whose clock
 * is ahead, because its database was replaced or its machine's date is wrong, therefore takes no slots of a live hold.
 */
export const expiryCutoff = (now: EpochMs): RawBuilder<Date> =>
  expiryCutoffAt(sql`${new Date(now)}::timestamptz`);

/** SQL: `expiryCutoff` of an instant in SQL. */
export const expiryCutoffAt = (now: RawBuilder<unknown>): RawBuilder<Date> =>
  sql<Date>`least(${now}, transaction_timestamp())`;
