import { shownAddress } from '../../domain/account/accountIdentity.ts';
import { csv, type Cell } from '../../domain/text/csv.ts';
import { addDays, dateAt, instantOf, timeAt } from '../../domain/time/calendar.ts';
import { bookingReference } from '../../domain/bookings/bookingReference.ts';
import { fullName } from '../../domain/account/fullName.ts';
import { pointKindNames } from '../../domain/money/pointKinds.ts';
import { pointsFromHalf } from '../../domain/money/points.ts';
import type { Database } from '../platform/database/schema.ts';

interface Period {
  /** IST dates, both included. */
  readonly from: string;
  readonly to: string;
  readonly userId?: string | undefined;
}

/** CSV, the oldest entry first. Without `userId` it contains all accounts. */
export async function exportEntries(database: Database, { from, to, userId }: Period): Promise<string> {
  const entries = await database
    .selectFrom('point_entry')
    .innerJoin('app_user', 'app_user.id', 'point_entry.user_id')
    .select(['at', 'kind', 'point_entry.half_points', 'balance', 'expiring', 'booking_id', 'reason'])
    .select(['app_user.id as user_id', 'first_name', 'last_name', 'email'])
    .where('at', '>=', new Date(instantOf(from, 0)))
    .where('at', '<', new Date(instantOf(addDays(to, 1), 0)))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .orderBy('at')
    .orderBy('point_entry.id')
    .execute();
  const rows = entries.map((entry): Cell[] => [
    dateAt(entry.at.getTime()),
    timeAt(entry.at.getTime()),
    fullName(entry.first_name, entry.last_name),
    shownAddress({ id: entry.user_id, email: entry.email }),
    pointKindNames[entry.kind],
    pointsFromHalf(entry.half_points),
    pointsFromHalf(entry.balance),
    pointsFromHalf(entry.expiring),
    entry.booking_id === null ? '' : bookingReference(entry.booking_id),
    entry.reason ?? '',
  ]);
  const titles = [
    'Date',
    'Time',
    'Name',
    'Email',
    'Kind',
    'Points',
    'Balance',
    'Of the month',
    'Booking',
    'Reason',
  ];
  return csv([titles, ...rows]);
}
