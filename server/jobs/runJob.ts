import { type QueryExecutorProvider, sql } from 'kysely';

export interface JobDeps {
  readonly database: QueryExecutorProvider;
  /** For operators: ids are enough to find the rest. */
  readonly log: { error(details: object, message: string): void };
}

export interface Job {
  /** What it is, for the log: 'an order'. */
  readonly kind: string;
  /** The ids for the log. */
  readonly ids: object;
  readonly work: () => Promise<void>;
  /** Postpones the next attempt. */
  readonly postpone: () => Promise<void>;
}

/** Whether the database does not answer at all, so that every job would fail. */
export async function isDatabaseDown({ database }: Pick<JobDeps, 'database'>): Promise<boolean> {
  try {
    await sql`select 1`.execute(database);
    return false;
  } catch {
    return true;
  }
}

/**
 * Runs one job. An error is logged with the job's ids, the job is postponed, and the error is returned, because it must not
 * stop the others. Null on success. Rejects only while the database is unavailable, which would fail the others as well.
 */
export async function runJob(deps: JobDeps, { kind, ids, work, postpone }: Job): Promise<unknown> {
  try {
    await work();
    return null;
  } catch (error) {
    if (await isDatabaseDown(deps)) throw error;
    deps.log.error({ ...ids, err: error }, `${kind} could not be processed: it is tried again later`);
    try {
      await postpone();
    } catch (err) {
      deps.log.error({ ...ids, err }, `${kind} that could not be processed could not be postponed either`);
    }
    return error;
  }
}
