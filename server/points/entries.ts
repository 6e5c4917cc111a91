import type { OwnPoints, PointEntry } from '../../contract/points.ts';
import { pointsFromHalf } from '../../domain/points.ts';
import type { Database } from '../database/schema.ts';

/** How many entries of a ledger are shown; an export has all. */
const SHOWN = 100;

const entriesOf = (database: Database, userId: string) =>
  database
    .selectFrom('point_entry')
    .select(['id', 'at', 'kind', 'half_points', 'balance', 'expiring', 'booking_id', 'reason'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc');

const shown = ({
  at,
  half_points,
  balance,
  expiring,
  ...entry
}: Awaited<ReturnType<ReturnType<typeof entriesOf>['executeTakeFirstOrThrow']>>): PointEntry => ({
  ...entry,
  at: at.toISOString(),
  points: pointsFromHalf(half_points),
  balance: pointsFromHalf(balance),
  ends: pointsFromHalf(expiring),
});

/** Somebody's whole ledger, the newest entry first. */
export const allEntries = async (database: Database, userId: string): Promise<PointEntry[]> =>
  (await entriesOf(database, userId).execute()).map(shown);

/** The newest entries of somebody's ledger, the newest first. */
export const newestEntries = async (database: Database, userId: string): Promise<PointEntry[]> =>
  (await entriesOf(database, userId).limit(SHOWN).execute()).map(shown);

/** A user's own balance with its ledger. */
export async function ownPoints(database: Database, userId: string): Promise<OwnPoints> {
  const { half_points: balance, expiring_half_points: ending } = await database
    .selectFrom('app_user')
    .select(['half_points', 'expiring_half_points'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    balance: pointsFromHalf(balance),
    ending: pointsFromHalf(ending),
    entries: await newestEntries(database, userId),
  };
}
