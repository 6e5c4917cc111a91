import { sql } from 'kysely';
import type { PointsAccount, PointEntry } from '../../contract/points/points.ts';
import { dateAt } from '../../domain/time/calendar.ts';
import { lastDayOfMonth } from '../../domain/money/pointKinds.ts';
import { pointsFromHalf } from '../../domain/money/points.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import { validInvoiceOf } from '../invoices/taxDocuments.ts';
import type { Database } from '../platform/database/schema.ts';

/** On the site. An export contains all entries. */
const MAX_SHOWN = 100;

const entriesOf = (database: Database, userId: string) =>
  database
    .selectFrom('point_entry')
    .leftJoinLateral(validInvoiceOf(sql.ref('point_entry.payment_id')).as('invoice'), (join) => join.onTrue())
    .select(['point_entry.id', 'at', 'point_entry.kind', 'half_points', 'balance', 'expiring'])
    .select(['point_entry.booking_id', 'reason', 'invoice.id as invoice_id', 'invoice.number'])
    .where('point_entry.user_id', '=', userId)
    .orderBy('point_entry.id', 'desc');

const pointEntryOf = ({
  at,
  half_points,
  balance,
  expiring,
  invoice_id: invoiceId,
  number,
  ...entry
}: Awaited<ReturnType<ReturnType<typeof entriesOf>['executeTakeFirstOrThrow']>>): PointEntry => ({
  ...entry,
  at: at.toISOString(),
  points: pointsFromHalf(half_points),
  balance: pointsFromHalf(balance),
  ends: pointsFromHalf(expiring),
  invoice: invoiceId === null || number === null ? null : { id: invoiceId, number },
});

/** Points that a booking has returned. `until`: the last IST day on which the `expiring` half-points can be used. */
export interface ReturnedPoints {
  readonly halfPoints: number;
  readonly expiring: number;
  readonly until: string;
}

/** Undefined when the booking has returned no points. */
export async function lastReturnOf(
  database: Database,
  bookingId: string,
): Promise<ReturnedPoints | undefined> {
  const entry = await database
    .selectFrom('point_entry')
    .select(['half_points', 'expiring', 'at'])
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'return')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!entry) return undefined;
  return {
    halfPoints: entry.half_points,
    expiring: entry.expiring,
    until: lastDayOfMonth(dateAt(entry.at.getTime())),
  };
}

/** A user's whole ledger, the newest entry first. */
export const allEntries = async (database: Database, userId: string): Promise<PointEntry[]> =>
  (await entriesOf(database, userId).execute()).map(pointEntryOf);

export const newestEntries = async (database: Database, userId: string): Promise<PointEntry[]> =>
  (await entriesOf(database, userId).limit(MAX_SHOWN).execute()).map(pointEntryOf);

/** A user's balance and ledger, and for a member the price of a point. `pointPrice`: paise. */
export async function ownPoints(
  database: Database,
  userId: string,
  pointPrice: number,
): Promise<PointsAccount> {
  const {
    half_points: balance,
    expiring_half_points: expiring,
    is_member: isMember,
  } = await database
    .selectFrom('app_user')
    .select(['half_points', 'expiring_half_points', 'is_member'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    balance: pointsFromHalf(balance),
    ending: pointsFromHalf(expiring),
    price: isMember ? rupeesAmount(pointPrice) : null,
    entries: await newestEntries(database, userId),
  };
}
