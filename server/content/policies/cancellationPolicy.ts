import { sql } from 'kysely';
import type { DeskPolicy, RemovePolicyRequest, SetPolicyRequest } from '../../../contract/desk/policy.ts';
import { addDays, dateAt } from '../../../domain/time/calendar.ts';
import {
  MAX_POLICY_DAYS_AHEAD,
  policyInWords,
  type CancellationPolicies,
} from '../../../domain/money/cancellation.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { ApiError, fieldError } from '../../platform/http/apiError.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { lockNamed } from '../../platform/database/transaction.ts';
import { staleEditError } from '../../audit/staleEdit.ts';
import type { AuditedChange, AuditedResult } from '../../audit/staffChange.ts';

interface PolicyVersion {
  readonly version: number;
}

/** Reads the number of changes from the audit, because no table row counts the changes of the policies. */
const readPolicyVersion = async (database: Database | Tx): Promise<number> => {
  const { version } = await database
    .selectFrom('audit_entry')
    .select(sql<number>`coalesce(max((became ->> 'version')::integer), 0)`.as('version'))
    .where('subject', '=', 'policy')
    .executeTakeFirstOrThrow();
  return version;
};

/** Those that are in force today (IST date) and later ones, in order of their first day. */
const currentAndLaterPolicies = (database: Database | Tx, today: string): Promise<CancellationPolicies[]> =>
  database
    .selectFrom('cancellation_policy')
    .select(['from_day', 'card', 'points'])
    .where('from_day', '>=', (query) =>
      query
        .selectFrom('cancellation_policy')
        .select(({ fn }) => fn.max('from_day').as('from_day'))
        .where('from_day', '<=', today),
    )
    .orderBy('from_day')
    .execute();

export const deskPolicy = async (database: Database, now: EpochMs): Promise<DeskPolicy> => ({
  // The version is read first, so that it is never newer than the policies. An edit of an outdated form is therefore rejected.
  version: await readPolicyVersion(database),
  policies: await currentAndLaterPolicies(database, dateAt(now)),
});

/** Locks the policies until the transaction ends. Throws 409 when they were changed since `version`. */
async function lockPolicies(tx: Tx, version: number): Promise<void> {
  await lockNamed(tx, 'cancellation policy');
  if ((await readPolicyVersion(tx)) !== version)
    throw await staleEditError(tx, 'policy', 'cancellation', version);
}

/** Policies as the audit stores them: in words. */
const inWords = ({ from_day, card, points }: CancellationPolicies) => ({
  from_day,
  card: policyInWords(card, 'card').join(' '),
  points: policyInWords(points, 'points').join(' '),
});

const policyChange = (
  action: string,
  was: CancellationPolicies | undefined,
  became: object,
  reason: string,
): AuditedChange => ({
  action,
  subject: 'policy',
  subjectId: 'cancellation',
  was: was ? inWords(was) : null,
  became,
  reason,
});

/**
 * Sets the cancellation policies of bookings that are made on or after a day. Existing bookings keep their policy.
 * Throws 400 for a day that is not in the future or is too far ahead, and 409 when the policies were changed meanwhile.
 */
export async function setPolicy(
  tx: Tx,
  { version, from_day: day, card, points, reason }: SetPolicyRequest,
  now: EpochMs,
): Promise<AuditedResult<PolicyVersion>> {
  const [first, last] = [addDays(dateAt(now), 1), addDays(dateAt(now), MAX_POLICY_DAYS_AHEAD)];
  if (day < first || day > last) throw fieldError('from_day', `must be from ${first} to ${last}`);
  await lockPolicies(tx, version);
  const was = (await currentAndLaterPolicies(tx, dateAt(now))).findLast(({ from_day }) => from_day <= day);
  const columns = { card: JSON.stringify(card), points: JSON.stringify(points) };
  await tx
    .insertInto('cancellation_policy')
    .values({ from_day: day, ...columns })
    .onConflict((conflict) => conflict.column('from_day').doUpdateSet(columns))
    .execute();
  const became = { ...inWords({ from_day: day, card, points }), version: version + 1 };
  return {
    result: { version: version + 1 },
    changes: [policyChange('cancellation policy set', was, became, reason)],
  };
}

/**
 * Removes policies that are not in force yet. Throws 404 when no such policies begin on the day, and 409 when the policies were
 * changed meanwhile.
 */
export async function removePolicy(
  tx: Tx,
  { version, from_day: day, reason }: RemovePolicyRequest,
  now: EpochMs,
): Promise<AuditedResult<PolicyVersion>> {
  await lockPolicies(tx, version);
  const was = (await currentAndLaterPolicies(tx, dateAt(now))).find(({ from_day }) => from_day === day);
  if (!was || day <= dateAt(now))
    throw new ApiError('not-found', 'No cancellation policy begins on this day');
  await tx.deleteFrom('cancellation_policy').where('from_day', '=', day).execute();
  const became = { from_day: null, version: version + 1 };
  return {
    result: { version: version + 1 },
    changes: [policyChange('cancellation policy removed', was, became, reason)],
  };
}
