import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { EpochMs } from '../../../domain/time/epochMs.ts';

/** A table whose rows are jobs. */
export interface JobTable<Row> {
  readonly name: string;
  readonly id: keyof Row & string;
  /** The job is due at this time; null when it has nothing to do. */
  readonly due: keyof Row & string;
  readonly columns: readonly (keyof Row & string)[];
  /** Orders the due jobs; by default the due time. */
  readonly orderBy?: readonly (keyof Row & string)[];
  /** For a row to be a job; all rows are jobs when left out. */
  readonly condition?: RawBuilder<unknown>;
}

/** Due jobs that one query finds. */
const BATCH = 10;
/** If the process dies, another process takes the job after that time. */
export const LEASE_MS = 2 * 60_000;

/** A job that a query has found. `version`: of its row; every change of the row gives it another one. */
export interface DueJob {
  readonly id: string;
  readonly version: string;
}

/**
 * The first jobs that are due at `now`, in their order.
 * @param except ids of jobs that are left out
 */
export async function dueJobs<Row>(
  database: QueryExecutorProvider,
  { name, id, due, orderBy = [due], condition = sql`true` }: JobTable<Row>,
  now: EpochMs,
  except: readonly string[],
): Promise<DueJob[]> {
  // `order by` prefers the names of the result to those of the table: an id named like its column would be sorted as a text.
  const { rows } = await sql<{ job_id: string; version: string }>`
    select ${sql.ref(id)}::text as job_id, xmin::text as version from ${sql.table(name)}
    where ${condition} and ${sql.ref(due)} <= ${new Date(now)}
      and ${sql.ref(id)}::text <> all(${except}::text[])
    order by ${sql.join(orderBy.map((column) => sql.ref(column)))}
    limit ${sql.lit(BATCH)}`.execute(database);
  return rows.map(({ job_id, version }) => ({ id: job_id, version }));
}

/**
 * Leases one job, just before it runs, so that no other process runs it until the lease ends. Undefined if its row has changed,
 * because another process has leased or finished it. An update that waits for such a process checks its condition on the new row,
 * but with the old rows of the other tables that the condition reads: hence the row's version.
 */
export async function leaseJob<Row>(
  database: QueryExecutorProvider,
  { name, id, due, columns, condition = sql`true` }: JobTable<Row>,
  job: DueJob,
  now: EpochMs,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    update ${sql.table(name)} set ${sql.ref(due)} = ${new Date(now + LEASE_MS)}
    where ${sql.ref(id)} = ${job.id} and xmin::text = ${job.version}
      and ${condition} and ${sql.ref(due)} <= ${new Date(now)}
    returning ${sql.join(columns.map((column) => sql.ref(column)))}`.execute(database);
  return rows[0];
}
