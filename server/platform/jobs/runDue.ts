import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { type DueJob, dueJobs, type JobTable, leaseJob } from './lease.ts';
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
  readonly sortBatch?: (jobs: readonly DueJob[]) => readonly DueJob[];
}

interface DueDeps extends JobDeps {
  readonly now: () => EpochMs;
  /** Aborted when the server stops. */
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Runs all jobs of a queue that are due, one after the other. Any number of server processes may call this at the same time;
 * one of them runs each job. Returns the errors of jobs that failed; they are postponed and do not stop the others. When the
 * server stops, the current job is finished.
 */
export async function runDue<Row>(deps: DueDeps, queue: JobQueue<Row>): Promise<unknown[]> {
  const { database, log, now, stopping } = deps;
  const { kind, table, ids, sortBatch = (jobs: readonly DueJob[]) => jobs } = queue;
  const failures: unknown[] = [];
  /** Not run again in this pass. */
  const excludedIds: string[] = [];

  /** A row that cannot be updated must not prevent the other jobs from running. */
  async function lease(found: DueJob): Promise<Row | undefined> {
    try {
      return await leaseJob(database, table, found, now());
    } catch (error) {
      if (await isDatabaseDown(deps)) throw error;
      log.error(
        { [table.id]: found.id, err: error },
        `${kind} could not be leased: it is tried again with the next pass`,
      );
      failures.push(error);
      excludedIds.push(found.id);
      return undefined;
    }
  }

  async function run(job: Row): Promise<void> {
    const failure = await runJob(deps, {
      kind,
      ids: ids(job),
      work: () => queue.work(job),
      postpone: () => queue.postpone(job),
    });
    if (failure !== null) failures.push(failure);
  }

  const due = async () => sortBatch(await dueJobs(database, table, now(), excludedIds));
  for (let batch = await due(); batch.length > 0; batch = await due()) {
    for (const found of batch) {
      if (stopping?.aborted) return failures;
      const job = await lease(found);
      if (job === undefined) continue;
      if (queue.oncePerPass) excludedIds.push(found.id);
      await run(job);
    }
  }
  return failures;
}
