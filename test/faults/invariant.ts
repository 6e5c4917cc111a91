import { sql, type RawBuilder } from 'kysely';
import { dateAt } from '../../domain/time/calendar.ts';
import { monthOf } from '../../domain/money/pointKinds.ts';
import { bookingCodes } from '../../domain/bookings/bookingStates.ts';
import { accountInvariants } from './accounts.ts';
import {
  headOf,
  amountToKeep,
  isReturnedDuringPayOut,
  returnedOutside,
  type Invariant,
} from './invariantSql.ts';
import { companyInvariants, finalCompanyInvariants, wrongCompany } from './money/companies.ts';
import { refundRequestInvariants } from './money/refundRequests.ts';
import { wrongSettlements } from './money/settlements.ts';
import { changedCounts, tillInvariants } from './money/tills.ts';
import { finalPointMonthInvariants, pointMonthInvariants } from './pointMonths.ts';
import { taxDocumentNumberInvariants, taxDocumentInvariants } from './taxDocuments.ts';
import { type Commitment, type Simulation } from './simulation.ts';

/**
 * The captured and not refunded amounts at the provider, by booking. A payment of a move counts for the moved booking, and one
 * of a series for its head. The order of a payment link has the link's id in our records.
 */
const keptAtProvider = sql`
  select payment.id, payment_order.order_id, payment.amount - payment.amount_refunded - coalesce((
      select sum(amount) from sandbox_dispute where payment_id = payment.id and status = 'lost'), 0) as kept,
    payment_order.purchase_id, ${headOf(sql`coalesce(paid.moves_booking_id, paid.id)`)} as booking_id
  from sandbox_payment payment left join sandbox_link link on link.order_id = payment.order_id
  left join payment_order on payment_order.order_id = coalesce(link.id, payment.order_id)
  left join booking paid on paid.id = payment_order.booking_id
  where payment.captured_at is not null`;

/**
 * The same amounts in our records, where a refund counts as soon as it is due. A payment that the provider refunded, that paid
 * for nothing and has no refund in our records was never captured.
 */
const keptInRecords = sql`
  select payment.payment_id as id, payment.amount_paise - coalesce((
    select sum(amount_paise) from refund where source_payment_id = payment.payment_id
  ), 0) as kept, ${headOf(sql`coalesce(paid.moves_booking_id, paid.id)`)} as booking_id
  from payment join payment_order on payment_order.order_id = payment.order_id
  join booking paid on paid.id = payment_order.booking_id
  where payment.status = 'captured'
    or payment.status = 'refunded' and (exists (select from refund where source_payment_id = payment.payment_id)
      or exists (select from booking payer where payer.paid_by_payment_id = payment.payment_id))`;

/**
 * What the desk received or charged to a company, less what it paid out, from the audit, and what the site charged to it, from the
 * responses, independently of payments and refunds. What goes back to the account of a company is in no audit of its own.
 */
const keptAtDesk = ({ lastIds, chargedOnSite }: Simulation) => sql`
  select ${headOf(sql`booking.id`)} as booking_id, round((became ->> 'paid')::numeric * 100) as kept
  from audit_entry join booking on booking.id::text = subject_id
  where action in ('sold at the desk', 'extended at the desk', 'overstay sold') and booking.paid_with = 'card'
    and audit_entry.id > ${lastIds.audit}::integer
  union all
  select * from unnest(${chargedOnSite.map(({ bookingId }) => bookingId)}::uuid[],
    ${chargedOnSite.map(({ paise }) => paise)}::integer[])
  union all
  select ${headOf(sql`coalesce(paid.moves_booking_id, paid.id)`)}, -round((became ->> 'amount')::numeric * 100)
  from audit_entry join refund on refund.id::text = subject_id
  join payment on payment.payment_id = refund.source_payment_id
  join payment_order on payment_order.order_id = payment.order_id
  join booking paid on paid.id = payment_order.booking_id
  where action = 'refund handed back' and audit_entry.id > ${lastIds.audit}::integer
  union all
  select ${headOf(sql`refund.booking_id`)}, -amount_paise from refund where refund_id like 'desk\\_account\\_%'`;

/** Bookings or series whose payments do not keep the required amount. */
const wrongAmounts = (kept: RawBuilder<unknown>, comparison: '<' | '<>') => sql<Record<string, unknown>>`
  select required.booking, required.statuses, required.prices, required.keep, required.outside,
    coalesce(sum(kept.kept), 0)::integer as kept
  from (
    select ${headOf(sql`booking.id`)} as booking, array_agg(booking.status) as statuses,
      array_agg(booking.total_paise) as prices, sum(${amountToKeep}) as keep, sum(${returnedOutside}) as outside
    from booking group by 1
  ) required left join (${kept}) kept on kept.booking_id = required.booking
  group by required.booking, required.statuses, required.prices, required.keep, required.outside
  having coalesce(sum(kept.kept), 0) < required.keep - required.outside
    or ${comparison === '<>'} and coalesce(sum(kept.kept), 0) > required.keep`;

/** They hold at all times, also within a sequence. */
const constantInvariants = (simulation: Simulation): readonly Invariant[] => [
  ...tillInvariants(simulation),
  ...refundRequestInvariants(simulation),
  ...companyInvariants(simulation),
  ...moneyAndSlotInvariants(simulation),
];

const moneyAndSlotInvariants = ({ lastIds }: Simulation): readonly Invariant[] => [
  {
    description: 'no booking has more refunds, also due ones, than its cancellation or change allows',
    violations: wrongAmounts(keptInRecords, '<'),
  },
  {
    description: 'the refunds of a cancellation add up to its returned amount',
    violations: sql`
      select booking.id as booking, booking.returned, coalesce(sum(refund.amount_paise), 0)::integer as refunds
      from booking left join refund on refund.booking_id = booking.id and refund.reason = 'cancelled'
      where booking.paid_with = 'card' and booking.status = ${bookingCodes.cancelled}
      group by booking.id
      having coalesce(sum(refund.amount_paise), 0) <> booking.returned`,
  },
  {
    description:
      'the refunds of a booking by the desk add up to the amounts in the audit, no matter who returned the money',
    violations: sql`
      select booking.id as booking, coalesce(ledger.paise, 0) as refunds, coalesce(audit.paise, 0) as audited
      from booking
      left join (select booking_id, sum(amount_paise) as paise from refund where reason = 'desk' group by 1) ledger
        on ledger.booking_id = booking.id
      left join (select subject_id, sum(round((became ->> 'amount')::numeric * 100)) as paise from audit_entry
        where action = 'refunded' and audit_entry.id > ${lastIds.audit}::integer group by 1) audit
        on audit.subject_id = booking.id::text
      where coalesce(ledger.paise, 0) <> coalesce(audit.paise, 0)`,
  },
  {
    // What is left of one payment only falls. The payment for a move can bring the same amount back.
    description:
      'the desk makes at most one refund of a booking with one payment while the same amount is left',
    violations: sql`
      select subject_id as booking, was ->> 'left' as left, count(*) as refunds from audit_entry
      where action = 'refunded' and audit_entry.id > ${lastIds.audit}::integer group by 1, 2
      having count(*) > 1 and (
        select count(*) from payment
        join payment_order on payment_order.order_id = payment.order_id
        join booking on booking.id = payment_order.booking_id
        where subject_id in (booking.id::text, booking.moves_booking_id::text) and payment.status in ('captured', 'refunded')
      ) < 2`,
  },
  {
    description:
      'balance and spent points add up to the points at the start, the bought and monthly points, and the changes by the desk',
    violations: sql`
      select app_user.email, app_user.half_points, coalesce(sum(booking.half_points - coalesce(returned, 0)), 0) as spent
      from app_user
      left join booking on user_id = app_user.id and paid_with = 'points' and status in ('confirmed', ${bookingCodes.cancelled})
      group by app_user.id
      having app_user.half_points + coalesce(sum(booking.half_points - coalesce(returned, 0)), 0)
        <> coalesce((select sum(half_points) from point_entry where user_id = app_user.id
          and (kind in ('renewal', 'expiry') or id <= ${lastIds.points}::integer)), 0) + coalesce((
          select sum(half_points) from point_purchase
          where user_id = app_user.id and paid_by_payment_id is not null), 0) + coalesce((
          select sum((became ->> 'points')::numeric - (was ->> 'points')::numeric) * 2 from audit_entry
          where audit_entry.id > ${lastIds.audit}::integer and subject_id = app_user.id::text
            and action in ('points given', 'points corrected')), 0)`,
  },
  {
    description: 'each change of points by the desk has one ledger entry and one audit entry',
    violations: sql`
      select user_id, entries.changes as entries, audits.changes as audits
      from (select user_id::text, array_agg(half_points order by id) as changes from point_entry
        where id > ${lastIds.points}::integer and kind in ('grant', 'correction') group by user_id) entries
      full join (select subject_id as user_id, array_agg(
          (((became ->> 'points')::numeric - (was ->> 'points')::numeric) * 2)::integer order by id) as changes
        from audit_entry where id > ${lastIds.audit}::integer and action in ('points given', 'points corrected')
        group by subject_id) audits using (user_id)
      where entries.changes is distinct from audits.changes`,
  },
  {
    description: 'no slot is both booked and blocked, and removed block-outs have no slots',
    violations: sql`
      select slot.day, slot.slot, slot.booking_id, booking.id as booking, block_out.id as block_out
      from booking_slot slot join block_out on block_out.id = slot.block_out_id
      left join booking on booking.room_id = slot.room_id and booking.day = slot.day and booking.status = 'confirmed'
        and slot.slot >= booking.start_slot and slot.slot < booking.end_slot
      where booking.id is not null or slot.booking_id is not null or block_out.removed_at is not null`,
  },
  {
    description: 'a UPI transfer pays at most one booking',
    violations: sql`
      select lower(reference) as reference, count(*) as payments from desk_payment where method = 'upi'
      group by 1 having count(*) > 1`,
  },
  {
    description: 'a series is booked as a whole or not at all',
    violations: sql`
      select head_id as series, array_agg(booking.status) as statuses
      from series_date join booking on booking.id = series_date.booking_id
      group by head_id having count(distinct booking.status in ('confirmed', ${bookingCodes.cancelled})) > 1`,
  },
  {
    description: 'every balance is the sum of its ledger entries',
    violations: sql`
      select email, half_points, coalesce(sum, 0) as entries from app_user
      left join (select user_id, sum(half_points) from point_entry group by user_id) entries on user_id = app_user.id
      where half_points <> coalesce(sum, 0)`,
  },
  {
    description: 'paid purchases of points have one ledger entry, and unpaid ones have none',
    violations: sql`
      select purchase.id as purchase, paid_by_payment_id, purchase.half_points, array_agg(entry.half_points) as entries
      from point_purchase purchase left join point_entry entry
        on entry.kind = 'purchase' and (entry.key = 'purchase:' || purchase.id or entry.payment_id = paid_by_payment_id)
      group by purchase.id
      having array_agg(entry.half_points) is distinct from
        array[case when paid_by_payment_id is not null then purchase.half_points end]`,
  },
  {
    description: 'confirmed bookings never overlap',
    violations: sql`
      select one.id as booking, other.id as other from booking one
      join booking other on other.room_id = one.room_id and other.day = one.day and other.id > one.id
        and other.start_slot < one.end_slot and one.start_slot < other.end_slot
      where one.status = 'confirmed' and other.status = 'confirmed'`,
  },
];

/** They hold for the provider's records and ours after draining. */
const finalInvariants = (simulation: Simulation): readonly Invariant[] => [
  {
    description:
      'captured = kept + refunded by anyone (due, requested or processed) + disputed, for each booking',
    violations: wrongAmounts(keptInRecords, '<>'),
  },
  {
    description: 'the provider and the desk keep exactly the required amount of each booking',
    violations: wrongAmounts(
      sql`select booking_id, kept from (${keptAtProvider}) provider union all ${keptAtDesk(simulation)}`,
      '<>',
    ),
  },
  {
    description: 'each captured rupee belongs to a booking or a purchase of points, or is refunded',
    violations: sql`
      select id as payment, kept from (${keptAtProvider}) kept
      where booking_id is null and purchase_id is null and kept > 0`,
  },
  {
    description: 'each captured payment for points granted them once and is kept, or is refunded',
    violations: sql`
      select kept.id as payment, kept.kept, purchase.id as purchase, purchase.paid_by_payment_id
      from (${keptAtProvider}) kept full join point_purchase purchase on purchase.id = kept.purchase_id
      where kept.purchase_id is not null
          and kept.kept <> case when purchase.paid_by_payment_id = kept.id then purchase.amount_paise else 0 end
            + coalesce((select sum(case when refund_id like 'desk%' and purchase.paid_by_payment_id <> kept.id then amount_paise
              when refund_id not like 'desk%' and purchase.paid_by_payment_id = kept.id then -amount_paise else 0 end)
            from refund where source_payment_id = kept.id), 0)
        or purchase.paid_by_payment_id is not null and not exists (
          select from sandbox_payment where id = purchase.paid_by_payment_id and captured_at is not null)`,
  },
  {
    description: 'at most one payment of an order is kept, and none of a move that was not made',
    violations: sql`
      select order_id as order, array_agg(kept.id) as payments, max(paid.status) as status
      from (${keptAtProvider}) kept join payment_order using (order_id)
      join booking paid on paid.id = payment_order.booking_id
      where kept > (select coalesce(sum(amount_paise), 0) from refund
        where source_payment_id = kept.id and refund_id like 'desk%')
      group by order_id
      having count(*) > 1 or bool_or(paid.status not in ('confirmed', ${bookingCodes.cancelled}, 'moved'))`,
  },
  {
    description: 'our records have exactly the refunds and lost disputes of each payment at the provider',
    violations: sql`
      select payment.payment_id as payment, refunds.paise as recorded, sandbox.amount_refunded, disputes.paise as lost
      from payment join sandbox_payment sandbox on sandbox.id = payment.payment_id
      cross join lateral (select coalesce(sum(amount_paise), 0) as paise from refund
        where source_payment_id = payment.payment_id and refund_id not like 'desk%') refunds
      cross join lateral (select coalesce(sum(amount), 0) as paise from sandbox_dispute
        where sandbox_dispute.payment_id = payment.payment_id and status = 'lost') disputes
      where sandbox.captured_at is not null and refunds.paise <> sandbox.amount_refunded + disputes.paise`,
  },
  {
    description:
      'nothing goes back twice, unless both happen at once: refunds, lost disputes and what the desk pays out are at most what was captured',
    violations: sql`
      select payment_id as payment, payment.amount_paise, (select sum(amount_paise) from refund
        where source_payment_id = payment.payment_id) as back
      from payment where amount_paise < (select sum(amount_paise) from refund where source_payment_id = payment.payment_id)
        and not ${isReturnedDuringPayOut(simulation, sql`payment_id`)}`,
  },
  {
    description: 'every dispute at the provider has a row with its state',
    violations: sql`
      select sandbox.id, sandbox.status, dispute.status as recorded
      from sandbox_dispute sandbox left join dispute on dispute.dispute_id = sandbox.id
      where sandbox.status is distinct from dispute.status`,
  },
  {
    description: 'no payment is refunded more than once',
    violations: sql`
      select payment_id as payment, count(*) as refunds, sum(amount) as paise from sandbox_refund
      where status <> 'failed' group by payment_id
      having sum(amount) > (select amount from sandbox_payment where id = payment_id)`,
  },
  {
    description:
      'a confirmed booking has all of its slots without an expiry, and other bookings have no slots',
    violations: sql`
      select booking.id as booking, booking.status, array_agg(slot.slot) as slots
      from booking left join booking_slot slot on slot.booking_id = booking.id
      group by booking.id
      having case when booking.status = 'confirmed'
        then array_agg(slot.slot::integer order by slot.slot)
          <> array(select generate_series(booking.start_slot::integer, booking.end_slot - 1))
          or count(slot.hold_expires_at) > 0
          or count(*) filter (where slot.room_id <> booking.room_id or slot.day <> booking.day) > 0
        else count(slot.slot) > 0 end`,
  },
  {
    description: 'no link without held times can be paid',
    violations: sql`
      select link.id as link, booking.id as booking, booking.status from sandbox_link link
      join payment_order on payment_order.order_id = link.id join booking on booking.id = booking_id
      where link.status = 'created'`,
  },
  {
    description: 'no hold and no due refund remains',
    violations: sql`
      select 'booking' as kind, id::text, status from booking where status in ('held', 'moving', 'refund_due')
      union all select 'refund', source_payment_id, status from refund where status <> 'processed'`,
  },
];

/** For bookings, refunds and tax documents. The email about a series names its other dates. */
const requiredEmails = sql`
  select coalesce(
      (select dedupe_key from letter where kind = 'booked' and payload -> 'others' @> jsonb_build_array(
        jsonb_build_object('booking_id', booking.id, 'sequence', booking.sequence))),
      (case when sequence = 0 then 'booked:' else 'moved:' end) || id || ':' || sequence) as key,
    'booking' as subject
  from booking where status = 'confirmed'
  union all
  select 'cancelled:' || id, 'cancelled booking' from booking where status = ${bookingCodes.cancelled}
  union all
  select 'refunded:' || id, 'refund' from refund where status = 'processed' and made_by <> 'dispute'
    and refund_id not like 'desk\\_account\\_%'
  union all
  select 'paid-late:' || payment_id, 'late payment' from refund where payment_id is not null
  union all
  select case when replaces_id is not null then 'invoice-corrected' when company_id is not null then 'company-document'
      when booking_id is null then 'points-bought' else kind end || ':' || number, 'paper' from paper
  where (kind = 'invoice' or booking_id is not null or company_id is not null)
    and not exists (select from paper_due where paper_due.id = paper.due_id and paper_due.kind = 'correcting-note')`;

/** After draining. `now` is the simulation's time. */
const emailInvariants = (now: Date): Invariant[] => [
  {
    description:
      'every booking, cancellation, refund and tax document has an email, which was sent or could not be sent for five days',
    violations: sql`
      select required.subject, required.key, letter.state, letter.problem from (${requiredEmails}) required
      left join letter on letter.dedupe_key = required.key
      where letter.state is null or letter.state not in ('sent', 'expired')
        or letter.state = 'expired' and letter.created_at > ${now}::timestamptz - interval '5 days'`,
  },
  {
    description: 'no due email remains',
    violations: sql`
      select dedupe_key as email, attempts, problem from letter where state = 'due' and due_at <= ${now}`,
  },
  {
    description: 'an email is dropped only when its booking has changed',
    violations: sql`
      select dedupe_key as email, problem from letter where state = 'dropped' and problem <> 'stale'`,
  },
];

/** Emails that are marked as sent but were never accepted by the mail server. */
async function lostEmails({ database, mail }: Simulation): Promise<string[]> {
  const sent = await database
    .selectFrom('letter')
    .select(['dedupe_key', 'message_id'])
    .where('state', '=', 'sent')
    .execute();
  const ids = new Set(sent.map(({ message_id }) => message_id));
  return [
    ...sent
      .filter(({ message_id }) => !mail.accepted.has(message_id ?? ''))
      .map(({ dedupe_key }) => `the email ${dedupe_key} is marked as sent, but was not accepted`),
    ...(ids.size === sent.length ? [] : ['two emails have one Message-ID']),
  ];
}

/** Responses to visitors whose statements are false after draining. */
async function brokenCommitments({ database, commitments, cancelRequested }: Simulation): Promise<string[]> {
  const refundRows = await database
    .selectFrom('refund')
    .innerJoin('booking', 'booking.id', 'refund.booking_id')
    .select('booking.user_id')
    .where('refund.payment_id', 'is not', null)
    .execute();
  const refundedUsers = new Set(refundRows.map(({ user_id }) => user_id));
  /** Payments that were returned as a whole and pay no booking. */
  const { rows: returnedRows } = await sql<{ payment_id: string }>`
    select payment_id from payment
    where (status = 'refunded' or amount_paise <= (
      select sum(amount_paise) from refund where refund.source_payment_id = payment.payment_id))
    and not exists (
      select from booking where paid_by_payment_id = payment.payment_id and status in ('confirmed', 'moved'))`.execute(
    database,
  );
  const returnedPayments = new Set(returnedRows.map(({ payment_id }) => payment_id));
  const rows = await database
    .selectFrom('booking')
    .select(['id', 'status', 'returned', 'paid_with', 'sequence', 'start_slot', 'end_slot'])
    .execute();
  const finalBookings = new Map(rows.map((row) => [row.id, row]));
  const purchaseRows = await database
    .selectFrom('point_purchase')
    .select('id')
    .where('paid_by_payment_id', 'is not', null)
    .execute();
  const grantedPurchases = new Set(purchaseRows.map(({ id }) => id));
  const isTrue = ({ bookingId, kind, userId = '', paymentId, refund, change }: Commitment): boolean => {
    if (kind === 'points granted') return grantedPurchases.has(bookingId);
    const booking = finalBookings.get(bookingId);
    const cancelled = booking?.status === bookingCodes.cancelled && cancelRequested.has(bookingId);
    if (kind === 'confirmed') return ['confirmed', 'moved'].includes(booking?.status ?? '') || cancelled;
    if (kind === 'moved') {
      // A later move has a separate commitment.
      if (!booking || !change || booking.sequence < change.sequence) return false;
      const hasRange = booking.start_slot === change.range.start && booking.end_slot === change.range.end;
      return booking.sequence > change.sequence || hasRange;
    }
    if (kind === 'payment refunded') return refundedUsers.has(userId);
    if (kind === 'refund due' && paymentId !== undefined) return returnedPayments.has(paymentId);
    if (kind === 'refund due')
      return !['confirmed', 'moved', bookingCodes.cancelled].includes(booking?.status ?? '');
    return (
      cancelled && Math.round(Number(refund) * (booking.paid_with === 'card' ? 100 : 2)) === booking.returned
    );
  };
  return commitments
    .filter((each) => !isTrue(each))
    .map(
      ({ bookingId, kind }) =>
        `sent '${kind}' for a booking that is ${finalBookings.get(bookingId)?.status ?? 'missing'}`,
    );
}

/** Bookings with another price than in the response that created them, although their customer has not moved them. */
async function changedPrices({ database, quotedPrices }: Simulation): Promise<string[]> {
  if (quotedPrices.size === 0) return [];
  const rows = await database
    .selectFrom('booking')
    .select(['id', 'status', 'total_paise'])
    .where('id', 'in', [...quotedPrices.keys()])
    .execute();
  return rows
    .filter(({ id, total_paise }) => total_paise !== quotedPrices.get(id))
    .map(
      ({ id, status, total_paise }) =>
        `a booking that is ${status} costs ${total_paise} paise and was made for ${quotedPrices.get(id)}`,
    );
}

async function brokenInvariants(simulation: Simulation, all: readonly Invariant[]): Promise<string[]> {
  const found: string[] = [];
  for (const { description, violations } of all) {
    const { rows } = await violations.execute(simulation.database);
    for (const row of rows) found.push(`violated: ${description}: ${JSON.stringify(row)}`);
  }
  return found;
}

/** All invariants that are violated before draining, as text. */
export const violationsBeforeDraining = async (simulation: Simulation): Promise<string[]> => [
  ...(await changedCounts(simulation)),
  ...(await changedPrices(simulation)),
  ...(await brokenInvariants(simulation, [
    ...constantInvariants(simulation),
    ...accountInvariants,
    ...pointMonthInvariants,
    ...taxDocumentNumberInvariants,
  ])),
];

/** All invariants that are violated after draining, as text. */
export const violationsAfterDraining = async (simulation: Simulation): Promise<string[]> => [
  ...simulation.violations,
  ...(await brokenCommitments(simulation)),
  ...(await changedPrices(simulation)),
  ...(await brokenInvariants(simulation, [
    ...constantInvariants(simulation),
    ...accountInvariants,
    ...pointMonthInvariants,
    ...finalInvariants(simulation),
    ...taxDocumentNumberInvariants,
    ...taxDocumentInvariants(simulation),
    ...finalCompanyInvariants(simulation),
    ...finalPointMonthInvariants(monthOf(dateAt(simulation.clock.now))),
    ...emailInvariants(new Date(simulation.clock.now)),
  ])),
  ...(await lostEmails(simulation)),
  ...(await changedCounts(simulation)),
  ...(await wrongCompany(simulation)),
  // The last one, because it moves the clock.
  ...(await wrongSettlements(simulation)),
];

/** After draining, for the statistics. */
export async function countOutcomes(simulation: Simulation): Promise<void> {
  const { lastIds } = simulation;
  const { rows } = await sql<{ event: string; times: number }>`
    select 'booking ' || status || ', ' || paid_with as event, count(*)::integer as times
    from booking group by 1
    union all
    select 'points ' || case when paid_by_payment_id is null then 'not paid' else 'granted' end, count(*)::integer
    from point_purchase group by 1
    union all
    select 'paid at the desk by ' || method, count(*)::integer from desk_payment group by 1
    union all
    select 'charge' || case when invoice_due_id is null then ', not invoiced' else ', invoiced' end, count(*)::integer
    from account_charge group by 1
    union all
    select 'sequence with a booking on account', 1 from account_charge having count(*) > 0
    union all
    select 'payment link ' || status, count(*)::integer from sandbox_link group by 1
    union all
    select 'scheduled price', count(*)::integer from room_price having count(*) > 0
    union all
    select 'refund paid out at the desk', count(*)::integer from refund where refund_id like 'desk%' having count(*) > 0
    union all
    select 'block-out' || case when removed_at is null then '' else ', removed' end, count(*)::integer
    from block_out group by 1
    union all
    select 'refund due, ' || reason, count(*)::integer from refund group by 1
    union all
    select 'dispute ' || status, count(*)::integer from dispute group by 1
    union all
    select 'refund made by ' || made_by, count(*)::integer from refund group by 1
    union all
    select 'email ' || kind || ', ' || state, count(*)::integer from letter group by 1
    union all
    select 'audit: ' || action, count(*)::integer from audit_entry where id > ${lastIds.audit}::integer group by 1
    union all
    select 'refund request ' || state, count(*)::integer from refund_request group by 1
    union all
    select 'paper ' || kind, count(*)::integer from paper group by 1
    union all
    select 'email retried', count(*)::integer from letter where attempts > 1 having count(*) > 0
    union all
    select 'refund failed', count(*)::integer from sandbox_refund where status = 'failed'
    having count(*) > 0
    union all
    select 'order with two captured payments', 1 from sandbox_payment where captured_at is not null
    group by order_id having count(*) > 1`.execute(simulation.database);
  for (const { event, times } of rows) simulation.count(event, times);
}
