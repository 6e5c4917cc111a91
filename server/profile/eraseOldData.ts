import { deleteOldInvitations } from '../account/invitations/invitations.ts';
import { eraseAttendee } from '../calendar/entries.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Database } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { runPeriodically } from '../platform/jobs/runPeriodically.ts';

/* The job that erases what is no longer needed of closed accounts and of invitations. */

/**
 * How long the address of a closed account is kept, in milliseconds. A payment can arrive for five days, and its refund can take
 * several attempts.
 */
const RETENTION_MS = 14 * 24 * 3_600_000;

/** Erases the addresses of accounts that were closed more than two weeks ago. */
export async function eraseClosedAddresses(database: Database, now: EpochMs): Promise<void> {
  const erased = await database
    .updateTable('app_user')
    .set({ closing_email: null })
    .where('closing_email', 'is not', null)
    .where('closed_at', '<', new Date(now - RETENTION_MS))
    .returning('id')
    .execute();
  if (erased.length === 0) return;
  await eraseAttendee(
    database,
    erased.map(({ id }) => id),
  );
}

interface EraseDeps {
  readonly database: Database;
  readonly now: () => EpochMs;
  readonly log: { error(details: object, message: string): void };
}

/** Any number of servers may call this at the same time. */
export async function eraseOldData({ database, now }: Omit<EraseDeps, 'log'>): Promise<void> {
  await inTransaction(database, (tx) => deleteOldInvitations(tx, now()));
  await eraseClosedAddresses(database, now());
}

const HOUR_MS = 3_600_000;

/** Erases old data periodically until the returned function is called. */
export const startErasingOldData = (deps: EraseDeps): (() => Promise<void>) =>
  runPeriodically({
    everyMs: HOUR_MS,
    startsImmediately: true,
    pass: () => eraseOldData(deps),
    onError: (error) => deps.log.error({ err: error }, 'erasing old data failed; it will be tried again'),
  });
