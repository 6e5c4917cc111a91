import { sql, type Kysely } from 'kysely';

/**
 * When the provider accepted a refund, from which its settlement is expected. Servers of the previous version do not store it: their
 * refunds count from the day on which they were due.
 */
const statements = [
  sql`alter table refund add column accepted_at timestamptz`,
  sql`create index refund_accepted_not_in_settlement on refund (coalesce(accepted_at, due_since))
    where not in_settlement and status = 'processed' and refund_id like 'rfnd\\_%'`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
