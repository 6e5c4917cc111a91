import { sql } from 'kysely';
import { deskPaths } from '../../contract/desk/paths.ts';
import type { Person } from '../../contract/desk/people.ts';
import { instantOf } from '../../domain/time/calendar.ts';
import { setHalfPoints } from '../fixtures/setHalfPoints.ts';
import type { Command } from './commands.ts';
import type { Invariant } from './invariantSql.ts';
import { emailOf, type Booker, type Simulation } from './simulation.ts';

/* Memberships, monthly points and the turn of a month. */

/** The booked day is in the next month, so bookings return the points of another month. */
export const MONTH_END = instantOf('2025-11-30', 20);

export async function changeMembership(
  simulation: Simulation,
  { bookerIndex, isMember, monthly }: Command & { do: 'change membership' },
): Promise<void> {
  const clerk = simulation.clerks[0] as Booker;
  const user_id = (simulation.bookers[bookerIndex] as Booker).id;
  const person = await simulation.get<Person>(clerk, deskPaths.person, { user_id });
  if (!person) return;
  await simulation.post(clerk, deskPaths.membership, {
    user_id,
    was_member: person.is_member,
    was_monthly: String(person.monthly_points),
    is_member: isMember,
    // Without a membership no points per month can be given.
    monthly_points: String(isMember ? monthly : Math.min(monthly, person.monthly_points)),
    reason: 'As agreed on the phone',
  });
}

/** Deletes the ledger, which the product cannot, and sets the balance and the membership of each booker. */
export async function resetPoints(
  { database }: Simulation,
  members: readonly string[],
  halfPoints: number,
): Promise<void> {
  await database
    .updateTable('app_user')
    .set({ monthly_half_points: 0, points_month: null, is_member: false })
    .execute();
  await setHalfPoints(database, 0);
  await sql`alter table point_entry disable trigger user`.execute(database);
  await sql`truncate point_entry`.execute(database);
  await sql`alter table point_entry enable trigger user`.execute(database);
  const rows = await database
    .updateTable('app_user')
    .set({ is_member: true })
    .where('email', 'in', members.map(emailOf))
    .returning('id')
    .execute();
  for (const { id } of rows) await setHalfPoints(database, halfPoints, id);
}

const monthOf = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'Asia/Kolkata', 'YYYY-MM')`;

/** They hold at all times. */
export const pointMonthInvariants: readonly Invariant[] = [
  {
    description: 'each part of a balance is the sum of its ledger entries',
    violations: sql`
      select email, expiring_half_points, own_half_points, own_expiring_half_points from app_user
      left join (select user_id, sum(expiring) as expiring, sum(own) as own, sum(own_expiring) as own_expiring
        from point_entry group by user_id) entries on user_id = app_user.id
      where expiring_half_points <> coalesce(expiring, 0) or own_half_points <> coalesce(own, 0)
        or own_expiring_half_points <> coalesce(own_expiring, 0)`,
  },
  {
    description: 'a member gets the points of a month once',
    violations: sql`
      select user_id, ${monthOf('at')} as month, count(*) as renewals from point_entry where kind = 'renewal'
      group by 1, 2 having count(*) > 1`,
  },
  {
    description: 'no points expire in the month in which they were granted or returned',
    violations: sql`
      select expiry.user_id, expiry.at, granted.kind, granted.at as granted_at from point_entry expiry
      join point_entry granted on granted.user_id = expiry.user_id and granted.id < expiry.id
        and granted.expiring > 0 and ${monthOf('granted.at')} = ${monthOf('expiry.at')}
      where expiry.kind = 'expiry'`,
  },
];

/** They hold after the last pass of the renewal. `month`: the current IST month. */
export const finalPointMonthInvariants = (month: string): readonly Invariant[] => [
  {
    description: 'no points of an ended month are left',
    violations: sql`
      select email, expiring_half_points, expiring_month from app_user
      where expiring_half_points > 0 and expiring_month < ${month}`,
  },
  {
    description: 'every member has got the points of the month',
    violations: sql`
      select email, monthly_half_points, points_month from app_user
      where is_member and monthly_half_points > 0 and not exists (select from point_entry
        where user_id = app_user.id and kind = 'renewal' and ${monthOf('at')} = ${month})`,
  },
];
