import { sql, type Kysely } from 'kysely';

/**
 * Why a late payment is not used, when the reason is not that another user has the slots. A server of the previous
 * version reads the reason 'late' and writes no cause.
 */
const statements = [
  sql`alter table refund
    add column late_cause text check (late_cause in
      ('begun', 'move-ended', 'booking-cancelled', 'booking-moved', 'booking-ended', 'account-closed')),
    add constraint refund_late_cause check (late_cause is null or reason = 'late')`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
