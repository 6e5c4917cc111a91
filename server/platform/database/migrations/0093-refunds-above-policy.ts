import { sql, type Kysely } from 'kysely';

/** How much of a refund the desk gave above the policy. Servers of the previous version store none. */
const statement = sql`alter table refund add column above_policy_paise integer not null default 0
  constraint refund_above_policy check (above_policy_paise >= 0)`;

export async function up(database: Kysely<unknown>): Promise<void> {
  await statement.execute(database);
}
