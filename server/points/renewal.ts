import { sql } from 'kysely';
import { dateAt } from '../../domain/calendar.ts';
import { monthOf } from '../../domain/pointKinds.ts';
import type { Database, Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { repeat } from '../jobs/repeat.ts';
import { changePoints } from './ledger.ts';

/**
 * Ends what is left of an earlier month's points and gives a member those of this month, once a month; a member whose
 * monthly points begin within a month gets them at once. The user's row is locked. `now`: milliseconds since 1970.
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
 * Renews the points of everybody whose month has ended. Any number of servers may call it at once: the row of the user is
 * locked, and an entry's key exists once.
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

/** The pause between two passes, in milliseconds: for so long, points of the ended month can still be used. */
const EVERY_MS = 60_000;

/** Renews points periodically until the returned function is called. */
export const startRenewing = (deps: RenewalDeps): (() => Promise<void>) =>
  repeat({
    everyMs: EVERY_MS,
    startsImmediately: true,
    pass: (stopping) => renewPoints(deps, stopping),
    onError: (error) => deps.log.error({ err: error }, 'renewing points failed; it will be tried again'),
  });
