import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** A table whose rows are jobs. */
export interface JobTable<Row> {
  readonly name: string;
  readonly id: keyof Row & string;
  /** The job is due at this time; null when it has nothing to do. */
  readonly due: keyof Row & string;
  readonly columns: readonly (keyof Row & string)[];
  /** Orders the jobs of a batch; by default the due time. */
  readonly orderBy?: keyof Row & string;
  /** For a row to be a job; all rows are jobs when left out. */
  readonly condition?: RawBuilder<unknown>;
}

/** Jobs that a process leases at once. */
const BATCH = 10;
/** If the process dies, another process takes the jobs after that time. */
export const LEASE_MS = 2 * 60_000;

const dueIds = <Row>(
  { name, id, due, orderBy = due, condition = sql`true` }: JobTable<Row>,
  now: number,
  except: readonly string[],
): RawBuilder<{ id: string }> => sql`
  select ${sql.ref(id)} as id from ${sql.table(name)}
  where ${condition} and ${sql.ref(due)} <= ${new Date(now)}
    ${except.length === 0 ? sql`` : sql`and ${sql.ref(id)} not in (${sql.join(except)})`}
  order by ${sql.ref(orderBy)}
  limit ${sql.lit(BATCH)}`;

const lease = <Row>(
  { name, id, due, columns }: JobTable<Row>,
  now: number,
  ids: RawBuilder<unknown>,
) => sql<Row>`
  update ${sql.table(name)} set ${sql.ref(due)} = ${new Date(now + LEASE_MS)}
  where ${sql.ref(id)} in (${ids}) and ${sql.ref(due)} <= ${new Date(now)}
  returning ${sql.join(columns.map((column) => sql.ref(column)))}`;

/**
 * Leases jobs that are due at `now` (milliseconds since 1970). No other process gets these jobs until the lease ends. A row
 * that another process is leasing at the same moment is skipped.
 * @param except ids of jobs that are not leased
 */
export async function leaseDue<Row>(
  database: QueryExecutorProvider,
  table: JobTable<Row>,
  now: number,
  except: readonly string[],
): Promise<Row[]> {
  const ids = sql`${dueIds(table, now, except)} for update skip locked`;
  const { rows } = await lease(table, now, ids).execute(database);
  const { due, orderBy = due } = table;
  // The rows of `returning` have no order.
  return orderBy === due ? rows : rows.sort((a, b) => Number(a[orderBy]) - Number(b[orderBy]));
}

/**
 * Leases due jobs one by one. This is for a batch that cannot be leased because of one of its rows.
 * @returns the leased jobs, and the id and the error of each row that could not be leased
 */
export async function leaseOneByOne<Row>(
  database: QueryExecutorProvider,
  table: JobTable<Row>,
  now: number,
  except: readonly string[],
): Promise<{ jobs: Row[]; failed: { id: string; error: unknown }[] }> {
  const { rows: due } = await dueIds(table, now, except).execute(database);
  const jobs: Row[] = [];
  const failed: { id: string; error: unknown }[] = [];
  for (const { id } of due) {
    try {
      jobs.push(...(await lease(table, now, sql`${id}`).execute(database)).rows);
    } catch (error) {
      failed.push({ id, error });
    }
  }
  return { jobs, failed };
}

/** Ends the lease of jobs that were not run, so that they are due immediately and another server can run them. */
export async function releaseLeases<Row>(
  database: QueryExecutorProvider,
  { name, id, due }: JobTable<Row>,
  jobs: readonly Row[],
  now: number,
): Promise<void> {
  await sql`
    update ${sql.table(name)} set ${sql.ref(due)} = ${new Date(now)}
    where ${sql.ref(id)} in (${sql.join(jobs.map((job) => job[id]))})`.execute(database);
}
