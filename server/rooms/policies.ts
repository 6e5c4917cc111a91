import { type RawBuilder, sql } from 'kysely';
import { dateAt } from '../../domain/time/calendar.ts';
import type { CancellationPolicies, AmountPaid } from '../../domain/money/cancellation.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';

/** A column with the cancellation policies of bookings that are made on a day (IST date). */
export const policiesOn = (day: string) => sql<CancellationPolicies | null>`(
  select jsonb_build_object('from_day', from_day::text, 'card', card, 'points', points) from cancellation_policy
  where from_day <= ${day}::date
  order by from_day desc limit 1
)`;

/**
 * The value of a new booking's `policy` column: the policy in force at `now`. On the
 * first day of a new policy, the previous policy applies if it was shown to the visitor. `shownFrom`: the first day (IST date)
 * of the policies that were shown; undefined when none were shown.
 */
export function policyAt(
  now: EpochMs,
  paidWith: AmountPaid['with'],
  shownFrom: string | undefined,
): RawBuilder<string> {
  return policyOn(sql`${dateAt(now)}::date`, paidWith, sql`${shownFrom ?? null}::date`);
}

/** SQL: `policyAt` for values in SQL. `today` and `shownFrom`: IST dates. */
export const policyOn = (
  today: RawBuilder<unknown>,
  paidWith: AmountPaid['with'],
  shownFrom: RawBuilder<unknown>,
): RawBuilder<string> => sql<string>`(
  select ${sql.ref(paidWith)} from cancellation_policy
  where from_day <= ${today} and from_day >= (
    select max(from_day) from cancellation_policy where from_day < ${today}
  )
  order by (from_day = ${shownFrom}) desc, from_day desc limit 1
)`;
