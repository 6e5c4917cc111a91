import { type QueryExecutorProvider, sql } from 'kysely';

export interface JobDeps {
  readonly database: QueryExecutorProvider;
  /** For operators. Its entries contain ids only. */
  readonly log: { error(details: object, message: string): void };
}

export interface Job {
  /** Name of the job in the log, such as 'an order'. */
  readonly kind: string;
  /** For the log. */
  readonly ids: object;
  readonly work: () => Promise<void>;
  /** Postpones the next attempt; missing for a part of a job that is postponed as a whole. */
  readonly postpone?: () => Promise<void>;
}

/** Whether the database does not respond, so that every job would fail. */
export async function isDatabaseDown({ database }: Pick<JobDeps, 'database'>): Promise<boolean> {
  try {
    await sql`select 1`.execute(database);
    return false;
  } catch {
    return true;
  }
}

/**
 * Runs one job. On an error, logs it with the job's ids, postpones the job and returns the error, so that the other jobs
 * continue. Null on success. Rejects only while the database is unavailable, because the other jobs would fail too.
 */
export async function runJob(deps: JobDeps, { kind, ids, work, postpone }: Job): Promise<unknown> {
  try {
    await work();
    return null;
  } catch (error) {
    if (await isDatabaseDown(deps)) throw error;
    deps.log.error({ ...ids, err: error }, `${kind} could not be processed: it is tried again later`);
    try {
      await postpone?.();
    } catch (err) {
      deps.log.error({ ...ids, err }, `${kind} that could not be processed could not be postponed either`);
    }
    return error;
  }
}
