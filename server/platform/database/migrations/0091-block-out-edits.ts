import { sql, type Kysely } from 'kysely';

/**
 * A block-out can be edited, so that it has a version, and single days of a series can be left out (IST dates). A server of the
 * previous version keeps the freed slots of such days free until its staff fill the block-out.
 */
const statement = sql`alter table block_out
  add column version integer not null default 1,
  add column except_days text[] not null default '{}'`;

export async function up(database: Kysely<unknown>): Promise<void> {
  await statement.execute(database);
}
