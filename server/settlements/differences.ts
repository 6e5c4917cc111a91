import { sql, type RawBuilder } from 'kysely';
import type {
  ExplainDifferenceRequest,
  ExplainedDifference,
  SettlementDifference,
} from '../../contract/desk/money/settlements.ts';
import { bookingReference } from '../../domain/bookings/bookingReference.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import { USUAL_SETTLEMENT_DAYS, type SettlementProblem } from '../../domain/money/settlementReport.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { AuditedResult, Staff } from '../audit/staffChange.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { lockNamed } from '../platform/database/transaction.ts';

const MAX_LISTED = 200;
const DAY_MS = 86_400_000;

/**
 * SQL: lines of reports, each with what we know of its payment, refund or dispute. A refund counts as soon as the provider has
 * accepted it, because then the provider subtracts it. An amount that the customer paid on top as the provider's fee is part of the
 * provider's payment. `problem` is null for a line that agrees with ours.
 */
const checkedLines = (condition: RawBuilder<boolean>) => sql`
  select line.entity_id, line.settlement_id, line.settled_on, line.kind,
    case when ours.amount is null then 'unknown' when ours.amount <> reported.amount then 'amount'
      when line.net_paise <> due.net then 'sum' end as problem,
    case when ours.amount is not null and ours.amount = reported.amount then due.net else coalesce(ours.amount, 0) end as ours_paise,
    case when ours.amount is not null and ours.amount = reported.amount then line.net_paise else reported.amount end as reported_paise
  from settlement_line line
  cross join lateral (select case
    when line.entity_id like 'pay\\_%' then (
      select amount_paise + customer_fee_paise from payment
      where payment_id = line.entity_id and status in ('captured', 'refunded'))
    else (
      select sum(amount_paise)::float8 from refund
      where refund_id = case when line.entity_id like 'rfnd\\_%' then line.entity_id else line.dispute_id end
        and status in ('requested', 'processed'))
  end as amount) ours
  cross join lateral (
    select sum(amount_paise)::float8 as amount from settlement_line same where same.entity_id = line.entity_id) reported
  cross join lateral (select case
    when line.entity_id like 'pay\\_%' then line.amount_paise - line.fee_paise - line.tax_paise
    else - line.amount_paise - line.fee_paise - line.tax_paise end as net) due
  where ${condition}`;

/** Uploads and explanations wait for each other, because an upload may change a difference that is being explained. */
export const lockReports = (tx: Tx) => lockNamed(tx, 'settlement reports');

/** Closes every open line that agrees with ours, also of earlier reports. */
export const closeMatchingLines = (tx: Tx) =>
  sql`update settlement_line set is_open = false
    from (${checkedLines(sql<boolean>`line.is_open`)}) checked
    where checked.problem is null and settlement_line.entity_id = checked.entity_id
      and settlement_line.settlement_id = checked.settlement_id`.execute(tx);

interface StoredDifference {
  readonly subject: string;
  readonly problem: SettlementProblem;
  /** IST date. */
  readonly day: string;
  readonly kind: string;
  readonly settlement_id: string | null;
  readonly ours_paise: number;
  readonly reported_paise: number;
  readonly booking_id: string | null;
}

const isExplained = (
  subject: RawBuilder<string>,
  problem: RawBuilder<string>,
  ours: RawBuilder<number>,
  reported: RawBuilder<number> = sql.lit(0),
) => sql<boolean>`exists (
  select from settlement_note note where note.subject = ${subject} and note.problem = ${problem}
    and note.ours_paise = ${ours} and note.reported_paise = ${reported})`;

const inReport = (id: RawBuilder<string>) =>
  sql<boolean>`exists (select from settlement_line where settlement_line.entity_id = ${id})`;

const istDate = (instant: RawBuilder<Date>) =>
  sql<string>`(${instant} at time zone 'Asia/Kolkata')::date::text`;

/**
 * SQL: what differs. A payment or refund is missing when no report names it after the usual days; those from before the first
 * settlement of all reports are not expected in one. `subject`: only of this one.
 */
function differenceQueries(
  now: EpochMs,
  subject: string | null,
  limit: number,
): RawBuilder<StoredDifference>[] {
  const until = new Date(now - USUAL_SETTLEMENT_DAYS * DAY_MS);
  const since = sql`(select first_settled_on from settlement_report order by first_settled_on limit 1)
    ::timestamp at time zone 'Asia/Kolkata'`;
  const only = (id: RawBuilder<string>) =>
    subject === null ? sql<boolean>`true` : sql<boolean>`${id} = ${subject}`;
  const payment = sql<string>`payment.payment_id`;
  const paid = sql<number>`payment.amount_paise + payment.customer_fee_paise`;
  const refund = sql<string>`refund.refund_id`;
  // One refund of the provider can be several of ours, for example of two dates of a series.
  const returned = sql<number>`sum(refund.amount_paise)`;
  const accepted = sql<Date>`coalesce(refund.accepted_at, refund.due_since)`;
  return [
    sql<StoredDifference>`
      select checked.entity_id as subject, checked.problem, checked.settled_on::text as day, checked.kind,
        checked.settlement_id, checked.ours_paise, checked.reported_paise,
        coalesce(booking.moves_booking_id, booking.id, refund.booking_id) as booking_id
      from (${checkedLines(sql<boolean>`line.is_open and ${only(sql<string>`line.entity_id`)}`)}) checked
      left join payment on payment.payment_id = checked.entity_id
      left join payment_order on payment_order.order_id = payment.order_id
      left join booking on booking.id = payment_order.booking_id
      left join lateral (select booking_id from refund where refund_id = checked.entity_id limit 1) refund on true
      where checked.problem is not null and not ${isExplained(
        sql`checked.entity_id`,
        sql`checked.problem`,
        sql`checked.ours_paise`,
        sql`checked.reported_paise`,
      )}
      order by checked.settled_on, checked.entity_id limit ${limit}`,
    sql<StoredDifference>`
      select ${payment} as subject, 'missing-payment' as problem, ${istDate(sql<Date>`payment.recorded_at`)} as day,
        'payment' as kind, null as settlement_id, ${paid} as ours_paise, 0 as reported_paise,
        coalesce(booking.moves_booking_id, booking.id) as booking_id
      from payment
      join payment_order on payment_order.order_id = payment.order_id
      left join booking on booking.id = payment_order.booking_id
      where not payment.in_settlement and payment.status in ('captured', 'refunded') and payment.payment_id like 'pay\\_%'
        and payment.recorded_at >= ${since} and payment.recorded_at < ${until} and ${only(payment)}
        and not ${inReport(payment)} and not ${isExplained(payment, sql.lit('missing-payment'), paid)}
      order by payment.recorded_at limit ${limit}`,
    sql<StoredDifference>`
      select ${refund} as subject, 'missing-refund' as problem, ${istDate(sql<Date>`min(${accepted})`)} as day,
        'refund' as kind, null as settlement_id, ${returned}::integer as ours_paise, 0 as reported_paise,
        min(refund.booking_id::text) as booking_id
      from refund
      where not refund.in_settlement and refund.status = 'processed' and refund.refund_id like 'rfnd\\_%'
        and ${accepted} >= ${since} and ${accepted} < ${until} and ${only(refund)}
        and not ${inReport(refund)}
      group by ${refund}
      having not ${isExplained(refund, sql.lit('missing-refund'), returned)}
      order by min(${accepted}) limit ${limit}`,
  ];
}

async function findDifferences(
  database: Database | Tx,
  now: EpochMs,
  { subject = null, limit }: { readonly subject?: string | null; readonly limit: number },
): Promise<StoredDifference[]> {
  const found: StoredDifference[] = [];
  for (const query of differenceQueries(now, subject, limit)) {
    const { rows } = await query.execute(database);
    found.push(...rows);
  }
  return found.toSorted((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1));
}

/** What differs and is not explained, the oldest first. */
export async function openDifferences(
  database: Database,
  now: EpochMs,
): Promise<{ differences: SettlementDifference[]; more: boolean }> {
  const found = await findDifferences(database, now, { limit: MAX_LISTED + 1 });
  return {
    differences: found.slice(0, MAX_LISTED).map(({ ours_paise, reported_paise, ...difference }) => ({
      ...difference,
      ours: rupeesAmount(ours_paise),
      reported: rupeesAmount(reported_paise),
      booking_reference: difference.booking_id && bookingReference(difference.booking_id),
    })),
    more: found.length > MAX_LISTED,
  };
}

/** The latest explanations. */
export async function latestExplanations(database: Database): Promise<ExplainedDifference[]> {
  const notes = await database
    .selectFrom('settlement_note')
    .select(['subject', 'problem', 'ours_paise', 'reported_paise', 'note', 'staff_name', 'at'])
    .orderBy('at', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return notes.map(({ ours_paise, reported_paise, staff_name, at, ...explained }) => ({
    ...explained,
    ours: rupeesAmount(ours_paise),
    reported: rupeesAmount(reported_paise),
    by: staff_name,
    at: at.toISOString(),
  }));
}

/**
 * Explains a difference with a note, so that it is no longer listed. Its line stays open: a payment that becomes known later may
 * differ in another way, which has a note of its own. Throws 409 'changed-meanwhile' when the difference no longer
 * exists with the shown amounts. A repeated call changes nothing.
 */
export async function explainDifference(
  tx: Tx,
  { subject, problem, ours, reported, note }: ExplainDifferenceRequest,
  { staff, now }: { readonly staff: Staff; readonly now: EpochMs },
): Promise<AuditedResult<null>> {
  await lockReports(tx);
  const key = { subject, problem, ours_paise: ours, reported_paise: reported };
  const isThere = (await findDifferences(tx, now, { subject, limit: MAX_LISTED })).some(
    (found) => found.problem === problem && found.ours_paise === ours && found.reported_paise === reported,
  );
  const inserted =
    isThere &&
    (await tx
      .insertInto('settlement_note')
      .values({ ...key, note, at: new Date(now), staff_id: staff.id, staff_name: staff.name })
      .onConflict((conflict) => conflict.doNothing())
      .returning('subject')
      .executeTakeFirst());
  if (!inserted) {
    const existing = await tx
      .selectFrom('settlement_note')
      .select(['note', 'staff_id', 'staff_name'])
      .where(({ and }) => and(key))
      .executeTakeFirst();
    if (existing?.note === note && existing.staff_id === staff.id) return { result: null, changes: [] };
    throw new ApiError(
      'changed-meanwhile',
      existing
        ? `${existing.staff_name} has explained this already`
        : 'This difference is no longer there, or its amounts have changed',
    );
  }
  const change = {
    action: 'settlement difference explained',
    subject: 'settlement',
    subjectId: subject,
    was: null,
    became: { payment: subject, ours: rupeesAmount(ours), reported: rupeesAmount(reported) },
    reason: note,
  } as const;
  return { result: null, changes: [change] };
}
