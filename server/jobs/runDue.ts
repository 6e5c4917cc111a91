import { type JobTable, leaseDue, leaseSingly, returnLeased } from './lease.ts';
import { isDatabaseDown, type JobDeps, runJob } from './runJob.ts';

/** One kind of jobs: where they are stored and how one is run. */
export interface JobQueue<Row> {
  /** What a job is, for the log: 'an order'. */
  readonly kind: string;
  readonly table: JobTable<Row>;
  /** The ids of a job for the log. */
  readonly ids: (job: Row) => object;
  /** Runs a job. It sets when the job is due next, or null: until then the lease stands. */
  readonly work: (job: Row) => Promise<void>;
  /** After an error: sets when the job is due next. */
  readonly postpone: (job: Row) => Promise<void>;
  /** Each job runs once in a pass, even where its work has made it due again at once. Keeps the ids of all jobs of a pass. */
  readonly once?: boolean;
  /** Another order for a batch. */
  readonly arrange?: (jobs: Row[]) => Row[];
}

interface DueDeps extends JobDeps {
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
  /** Aborted when the server stops. */
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Runs all jobs of a queue that are due, one after the other. Any number of server processes may call it at once;
 * each job is run by one of them. Returns the errors of jobs that failed; they are postponed and do not stop the others. When the
 * server stops, the current job is finished and the others are due at once.
 */
export async function runDue<Row>(deps: DueDeps, queue: JobQueue<Row>): Promise<unknown[]> {
  const { database, log, now, stopping } = deps;
  const { kind, table, ids, arrange = (jobs: Row[]) => jobs } = queue;
  const failures: unknown[] = [];
  /** Ids that are not leased again in this pass. */
  const done: string[] = [];

  async function lease(): Promise<Row[]> {
    try {
      return await leaseDue(database, table, now(), done);
    } catch (error) {
      if (await isDatabaseDown(deps)) throw error;
    }
    // One row of the batch cannot be written: it must not keep the others from being run.
    const { jobs, refused } = await leaseSingly(database, table, now(), done);
    for (const { id, error } of refused) {
      log.error(
        { [table.id]: id, err: error },
        `${kind} could not be leased: it is tried again with the next pass`,
      );
      failures.push(error);
      done.push(id);
    }
    // All of the batch were refused: others may be due behind them.
    return jobs.length === 0 && refused.length > 0 ? lease() : jobs;
  }

  for (let jobs = arrange(await lease()); jobs.length > 0; jobs = arrange(await lease())) {
    for (const [n, job] of jobs.entries()) {
      if (stopping?.aborted) {
        await returnLeased(database, table, jobs.slice(n), now());
        return failures;
      }
      if (queue.once) done.push(String(job[table.id]));
      const failure = await runJob(deps, {
        kind,
        ids: ids(job),
        work: () => queue.work(job),
        postpone: () => queue.postpone(job),
      });
      if (failure !== null) failures.push(failure);
    }
  }
  return failures;
}
