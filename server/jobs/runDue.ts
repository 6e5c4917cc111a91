import { type JobTable, leaseDue, leaseOneByOne, releaseLeases } from './lease.ts';
import { isDatabaseDown, type JobDeps, runJob } from './runJob.ts';

/** One kind of job: its table and the function that runs a job. */
export interface JobQueue<Row> {
  /** Name of a job in the log, such as 'an order'. */
  readonly kind: string;
  readonly table: JobTable<Row>;
  /** For the log. */
  readonly ids: (job: Row) => object;
  /** Runs a job and sets its next due time, or null. Until that is set, the job stays leased. */
  readonly work: (job: Row) => Promise<void>;
  /** Sets the next due time of a job after an error. */
  readonly postpone: (job: Row) => Promise<void>;
  /** Whether each job runs only once in a pass, even if its work makes it due again. The pass then keeps the ids of all jobs. */
  readonly oncePerPass?: boolean;
  /** Sorts a batch in another order. */
  readonly sortBatch?: (jobs: Row[]) => Row[];
}

interface DueDeps extends JobDeps {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Aborted when the server stops. */
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Runs all jobs of a queue that are due, one after the other. Any number of server processes may call this at the same time;
 * one of them runs each job. Returns the errors of jobs that failed; they are postponed and do not stop the others. When the
 * server stops, the current job is finished and the other leased jobs are due immediately.
 */
export async function runDue<Row>(deps: DueDeps, queue: JobQueue<Row>): Promise<unknown[]> {
  const { database, log, now, stopping } = deps;
  const { kind, table, ids, sortBatch = (jobs: Row[]) => jobs } = queue;
  const failures: unknown[] = [];
  /** Not leased again in this pass. */
  const excludedIds: string[] = [];

  async function lease(): Promise<Row[]> {
    try {
      return await leaseDue(database, table, now(), excludedIds);
    } catch (error) {
      if (await isDatabaseDown(deps)) throw error;
    }
    // One row of the batch cannot be updated. It must not prevent the other jobs from running.
    const { jobs, failed } = await leaseOneByOne(database, table, now(), excludedIds);
    for (const { id, error } of failed) {
      log.error(
        { [table.id]: id, err: error },
        `${kind} could not be leased: it is tried again with the next pass`,
      );
      failures.push(error);
      excludedIds.push(id);
    }
    // No job of the batch could be leased, but other jobs may be due.
    return jobs.length === 0 && failed.length > 0 ? lease() : jobs;
  }

  for (let jobs = sortBatch(await lease()); jobs.length > 0; jobs = sortBatch(await lease())) {
    for (const [index, job] of jobs.entries()) {
      if (stopping?.aborted) {
        await releaseLeases(database, table, jobs.slice(index), now());
        return failures;
      }
      if (queue.oncePerPass) excludedIds.push(String(job[table.id]));
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
