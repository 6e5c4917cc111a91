import { sql } from 'kysely';
import { dateAt } from '../../domain/time/calendar.ts';
import { monthOf } from '../../domain/money/pointKinds.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { runPeriodically } from '../platform/jobs/runPeriodically.ts';
import { changePoints } from '../ledger/ledger.ts';

/**
 * Expires the points of an ended month, and grants a member the points of this month, once a month. A member whose monthly
 * points start in the middle of a month gets them immediately, also when a membership begins again in a later month than the
 * last renewal. Locks the user's row.
 */
export async function renewInTransaction(tx: Tx, userId: string, now: EpochMs): Promise<void> {
  const user = await tx
    .selectFrom('app_user')
    .select(['is_member', 'monthly_half_points', 'points_month'])
    .select(['expiring_half_points', 'expiring_month'])
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) return;
  const month = monthOf(dateAt(now));
  const cause = (kind: 'renewal' | 'expiry') => ({ kind, at: now, key: `${kind}:${userId}:${month}` });
  if (user.expiring_month !== null && user.expiring_month < month) {
    await changePoints(tx, userId, -user.expiring_half_points, cause('expiry'));
  }
  const isDue = user.points_month === null || user.points_month < month;
  // The month is not marked as renewed without a grant, because monthly points may still be set during it.
  if (!isDue || !user.is_member || user.monthly_half_points === 0) return;
  await changePoints(tx, userId, user.monthly_half_points, cause('renewal'));
  await tx.updateTable('app_user').set({ points_month: month }).where('id', '=', userId).execute();
}

/**
 * Returns half-points of a booking. Those of a month can be used until the end of the current month. Points of an ended month
 * that have not expired yet expire first, so that they do not get the new month.
 */
export async function returnPoints(
  tx: Tx,
  userId: string,
  halfPoints: number,
  { bookingId, at }: { readonly bookingId: string; readonly at: EpochMs },
): Promise<void> {
  await renewInTransaction(tx, userId, at);
  await changePoints(tx, userId, halfPoints, { kind: 'return', bookingId, at });
}

export interface RenewalDeps {
  readonly database: Database;
  readonly now: () => EpochMs;
  readonly log: { error(details: object, message: string): void };
}

/**
 * Renews the points of all users whose month has ended. Any number of servers may call this at the same time, because the
 * user's row is locked and the key of a ledger entry is unique.
 */
export async function renewPoints({ database, now }: RenewalDeps, stopping?: AbortSignal): Promise<void> {
  const month = monthOf(dateAt(now()));
  const due = await database
    .selectFrom('app_user')
    .select('id')
    .where(sql<boolean>`(monthly_half_points > 0 or expiring_half_points > 0)`)
    .where(
      sql<boolean>`(expiring_month < ${month}
        or is_member and monthly_half_points > 0 and (points_month is null or points_month < ${month}))`,
    )
    .where('closed_at', 'is', null)
    .execute();
  for (const { id } of due) {
    if (stopping?.aborted) return;
    await inTransaction(database, (tx) => renewInTransaction(tx, id, now()));
  }
}

/** Until the next pass, points of the ended month can still be used. */
const EVERY_MS = 60_000;

/** Renews points periodically until the returned function is called. */
export const startPointsRenewal = (deps: RenewalDeps): (() => Promise<void>) =>
  runPeriodically({
    everyMs: EVERY_MS,
    startsImmediately: true,
    pass: (stopping) => renewPoints(deps, stopping),
    onError: (error) => deps.log.error({ err: error }, 'renewing points failed; it will be tried again'),
  });
