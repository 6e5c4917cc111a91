import { sql } from 'kysely';
import { dateAt } from '../../domain/calendar.ts';
import { monthOf } from '../../domain/pointKinds.ts';
import type { Database, Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { runPeriodically } from '../jobs/runPeriodically.ts';
import { changePoints } from './ledger.ts';

/**
 * Expires the remaining points of an earlier month and grants a member the points of this month, once a month. A member
 * whose monthly points start in the middle of a month gets them immediately. Locks the user's row. `now`: milliseconds since
 * 1970.
 */
export async function renewInTransaction(tx: Tx, userId: string, now: number): Promise<void> {
  const user = await tx
    .selectFrom('app_user')
    .select(['is_member', 'monthly_half_points', 'expiring_half_points', 'points_month'])
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const month = monthOf(dateAt(now));
  if (!user || (user.points_month !== null && user.points_month >= month)) return;
  const cause = (kind: 'renewal' | 'expiry') => ({ kind, at: now, key: `${kind}:${userId}:${month}` });
  await changePoints(tx, userId, -user.expiring_half_points, cause('expiry'));
  const granted = user.is_member ? user.monthly_half_points : 0;
  await changePoints(tx, userId, granted, cause('renewal'));
  // The month is not marked as renewed, because monthly points may still be set during it.
  if (granted === 0 && user.expiring_half_points === 0) return;
  await tx.updateTable('app_user').set({ points_month: month }).where('id', '=', userId).execute();
}

export interface RenewalDeps {
  readonly database: Database;
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
  readonly log: { error(details: object, message: string): void };
}

/**
 * Renews the points of all users whose month has ended. Any number of servers may call this at the same time, because the
 * user's row is locked and the key of a ledger entry is unique.
 */
export async function renewPoints({ database, now }: RenewalDeps, stopping?: AbortSignal): Promise<void> {
  const due = await database
    .selectFrom('app_user')
    .select('id')
    .where(sql<boolean>`(monthly_half_points > 0 or expiring_half_points > 0)`)
    .where(sql<boolean>`(points_month is null or points_month < ${monthOf(dateAt(now()))})`)
    .where((eb) => eb.or([eb('is_member', '=', true), eb('expiring_half_points', '>', 0)]))
    .where('closed_at', 'is', null)
    .execute();
  for (const { id } of due) {
    if (stopping?.aborted) return;
    await inTransaction(database, (tx) => renewInTransaction(tx, id, now()));
  }
}

/** The pause between two passes, in milliseconds. Until the next pass, points of the ended month can still be used. */
const EVERY_MS = 60_000;

/** Renews points periodically until the returned function is called. */
export const startPointsRenewal = (deps: RenewalDeps): (() => Promise<void>) =>
  runPeriodically({
    everyMs: EVERY_MS,
    startsImmediately: true,
    pass: (stopping) => renewPoints(deps, stopping),
    onError: (error) => deps.log.error({ err: error }, 'renewing points failed; it will be tried again'),
  });
