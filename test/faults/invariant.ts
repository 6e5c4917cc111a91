import { sql, type RawBuilder } from 'kysely';
import { headOf, toKeep, type Law } from './law.ts';
import { lawsOfNumbers, lawsOfPapers } from './papers.ts';
import { HALF_POINTS, type Promised, type Simulation } from './simulation.ts';

/**
 * Captured and not refunded money at the provider, by the booking of its order: for a move, the one that it moves, and for a
 * date of a series its head. The order of a link has the link's id in our records.
 */
const keptByProvider = sql`
  select payment.id, payment_order.order_id, payment.amount - payment.amount_refunded as kept,
    payment_order.purchase_id, ${headOf(sql`coalesce(paid.moves_booking_id, paid.id)`)} as booking_id
  from sandbox_payment payment left join sandbox_link link on link.order_id = payment.order_id
  left join payment_order on payment_order.order_id = coalesce(link.id, payment.order_id)
  left join booking paid on paid.id = payment_order.booking_id
  where payment.captured_at is not null`;

/**
 * The same by our own records, where a refund counts as soon as it is due. A payment that is refunded without a refund of
 * ours was never captured.
 */
const keptByUs = sql`
  select payment.payment_id as id, payment.amount_paise - coalesce((
    select sum(amount_paise) from refund where source_payment_id = payment.payment_id
  ), 0) as kept, ${headOf(sql`coalesce(paid.moves_booking_id, paid.id)`)} as booking_id
  from payment join payment_order on payment_order.order_id = payment.order_id
  join booking paid on paid.id = payment_order.booking_id
  where payment.status = 'captured'
    or payment.status = 'refunded' and exists (select from refund where source_payment_id = payment.payment_id)`;

/**
 * What the desk took for each booking, less what it handed back, by the audit: it names the money in people's hands
 * independently of the payments and refunds.
 */
const keptByDesk = ({ before }: Simulation) => sql`
  select ${headOf(sql`booking.id`)} as booking_id, round((became ->> 'paid')::numeric * 100) as kept
  from audit_entry join booking on booking.id::text = subject_id
  where action = 'sold at the desk' and audit_entry.id > ${before.audit}::integer
  union all
  select ${headOf(sql`coalesce(paid.moves_booking_id, paid.id)`)}, -round((became ->> 'amount')::numeric * 100)
  from audit_entry join refund on refund.id::text = subject_id
  join payment on payment.payment_id = refund.source_payment_id
  join payment_order on payment_order.order_id = payment.order_id
  join booking paid on paid.id = payment_order.booking_id
  where action = 'refund handed back' and audit_entry.id > ${before.audit}::integer`;

/** Bookings, or series, whose payments do not keep the required amount. */
const wronglyKept = (kept: RawBuilder<unknown>, wrong: '<' | '<>') => sql<Record<string, unknown>>`
  select wanted.booking, wanted.statuses, wanted.prices, wanted.keep, coalesce(sum(kept.kept), 0)::integer as kept
  from (
    select ${headOf(sql`booking.id`)} as booking, array_agg(booking.status) as statuses,
      array_agg(booking.total_paise) as prices, sum(${toKeep}) as keep
    from booking group by 1
  ) wanted left join (${kept}) kept on kept.booking_id = wanted.booking
  group by wanted.booking, wanted.statuses, wanted.prices, wanted.keep
  having coalesce(sum(kept.kept), 0) ${sql.raw(wrong)} wanted.keep`;

/** The invariants that hold at every moment, also within a sequence. */
const laws = ({ before }: Simulation): readonly Law[] => [
  {
    says: 'no more is refunded, or due to be, than a booking is not to keep',
    broken: wronglyKept(keptByUs, '<'),
  },
  {
    says: 'what cancelling returned is what its refunds are',
    broken: sql`
      select booking.id as booking, booking.returned, coalesce(sum(refund.amount_paise), 0)::integer as refunds
      from booking left join refund on refund.booking_id = booking.id and refund.reason = 'cancelled'
      where booking.paid_with = 'card' and booking.status = 'called_off'
      group by booking.id
      having coalesce(sum(refund.amount_paise), 0) <> booking.returned`,
  },
  {
    says: 'the balance and what bookings cost are the points of the start, those that were bought, and what the desk changed',
    broken: sql`
      select app_user.email, app_user.half_points, coalesce(sum(booking.half_points - coalesce(returned, 0)), 0) as spent
      from app_user
      left join booking on user_id = app_user.id and paid_with = 'points' and status in ('confirmed', 'called_off')
      group by app_user.id
      having app_user.half_points + coalesce(sum(booking.half_points - coalesce(returned, 0)), 0)
        <> case when app_user.is_member then ${HALF_POINTS}::integer else 0 end + coalesce((
          select sum(half_points) from point_purchase
          where user_id = app_user.id and paid_by_payment_id is not null), 0) + coalesce((
          select sum((became ->> 'points')::numeric - (was ->> 'points')::numeric) * 2 from audit_entry
          where audit_entry.id > ${before.audit}::integer and subject_id = app_user.id::text
            and action in ('points given', 'points corrected')), 0)`,
  },
  {
    says: 'each change of points by the desk has one entry in the ledger and one in the audit',
    broken: sql`
      select user_id, entries.changes as entries, audits.changes as audits
      from (select user_id::text, array_agg(half_points order by id) as changes from point_entry
        where id > ${before.points}::integer and kind in ('grant', 'correction') group by user_id) entries
      full join (select subject_id as user_id, array_agg(
          (((became ->> 'points')::numeric - (was ->> 'points')::numeric) * 2)::integer order by id) as changes
        from audit_entry where id > ${before.audit}::integer and action in ('points given', 'points corrected')
        group by subject_id) audits using (user_id)
      where entries.changes is distinct from audits.changes`,
  },
  {
    says: 'no slot is both booked and blocked, and removed block-outs have none',
    broken: sql`
      select slot.day, slot.slot, slot.booking_id, booking.id as booking, block_out.id as block_out
      from booking_slot slot join block_out on block_out.id = slot.block_out_id
      left join booking on booking.room_id = slot.room_id and booking.day = slot.day and booking.status = 'confirmed'
        and slot.slot >= booking.start_slot and slot.slot < booking.end_slot
      where booking.id is not null or slot.booking_id is not null or block_out.removed_at is not null`,
  },
  {
    says: 'a UPI transfer pays one booking',
    broken: sql`
      select lower(reference) as reference, count(*) as payments from desk_payment where method = 'upi'
      group by 1 having count(*) > 1`,
  },
  {
    says: 'a series is booked as a whole or not at all',
    broken: sql`
      select head_id as series, array_agg(booking.status) as statuses
      from series_date join booking on booking.id = series_date.booking_id
      group by head_id having count(distinct booking.status in ('confirmed', 'called_off')) > 1`,
  },
  {
    says: 'every balance is the sum of its entries',
    broken: sql`
      select email, half_points, coalesce(sum, 0) as entries from app_user
      left join (select user_id, sum(half_points) from point_entry group by user_id) entries on user_id = app_user.id
      where half_points <> coalesce(sum, 0)`,
  },
  {
    says: 'points that were paid have one entry of theirs, and others have none',
    broken: sql`
      select purchase.id as purchase, paid_by_payment_id, purchase.half_points, array_agg(entry.half_points) as entries
      from point_purchase purchase left join point_entry entry
        on entry.kind = 'purchase' and (entry.key = 'purchase:' || purchase.id or entry.payment_id = paid_by_payment_id)
      group by purchase.id
      having array_agg(entry.half_points) is distinct from
        array[case when paid_by_payment_id is not null then purchase.half_points end]`,
  },
  {
    says: 'confirmed bookings never overlap',
    broken: sql`
      select one.id as booking, other.id as other from booking one
      join booking other on other.room_id = one.room_id and other.day = one.day and other.id > one.id
        and other.start_slot < one.end_slot and one.start_slot < other.end_slot
      where one.status = 'confirmed' and other.status = 'confirmed'`,
  },
];

/** The invariants of the provider's records and ours after draining. */
const lawsAtRest = (simulation: Simulation): readonly Law[] => [
  {
    says: 'captured = kept + refunded (due, requested or processed), to the paisa, for each booking',
    broken: wronglyKept(keptByUs, '<>'),
  },
  {
    says: 'the provider and the desk keep of each booking what is to be kept, and nothing else',
    broken: wronglyKept(
      sql`select booking_id, kept from (${keptByProvider}) provider union all ${keptByDesk(simulation)}`,
      '<>',
    ),
  },
  {
    says: 'each captured rupee is of one booking or one purchase of points, or refunded',
    broken: sql`
      select id as payment, kept from (${keptByProvider}) kept
      where booking_id is null and purchase_id is null and kept > 0`,
  },
  {
    says: 'each captured payment for points gave them once and is kept, or it is refunded',
    broken: sql`
      select kept.id as payment, kept.kept, purchase.id as purchase, purchase.paid_by_payment_id
      from (${keptByProvider}) kept full join point_purchase purchase on purchase.id = kept.purchase_id
      where kept.purchase_id is not null
          and kept.kept <> case when purchase.paid_by_payment_id = kept.id then purchase.amount_paise else 0 end
        or purchase.paid_by_payment_id is not null and not exists (
          select from sandbox_payment where id = purchase.paid_by_payment_id and captured_at is not null)`,
  },
  {
    says: 'money of one payment of an order is kept, and of none for a move that was not made',
    broken: sql`
      select order_id as order, array_agg(kept.id) as payments, max(paid.status) as status
      from (${keptByProvider}) kept join payment_order using (order_id)
      join booking paid on paid.id = payment_order.booking_id
      where kept > 0 group by order_id
      having count(*) > 1 or bool_or(paid.status not in ('confirmed', 'called_off', 'moved'))`,
  },
  {
    says: 'no payment is refunded more than once',
    broken: sql`
      select payment_id as payment, count(*) as refunds, sum(amount) as paise from sandbox_refund
      where status <> 'failed' group by payment_id
      having sum(amount) > (select amount from sandbox_payment where id = payment_id)`,
  },
  {
    says: 'a confirmed booking has all of its slots for good, and no other booking has any',
    broken: sql`
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
    says: 'no link can be paid whose times are not held',
    broken: sql`
      select link.id as link, booking.id as booking, booking.status from sandbox_link link
      join payment_order on payment_order.order_id = link.id join booking on booking.id = booking_id
      where link.status = 'created'`,
  },
  {
    says: 'no hold and no due refund lasts for ever',
    broken: sql`
      select 'booking' as what, id::text, status from booking where status in ('held', 'moving', 'refund_due')
      union all select 'refund', source_payment_id, status from refund where status <> 'processed'`,
  },
];

/** The letters that the state of bookings and refunds calls for. */
const neededLetters = sql`
  select (case when sequence = 0 then 'booked:' else 'moved:' end) || id || ':' || sequence as key, 'booking' as of
  from booking where status = 'confirmed'
  union all
  select 'cancelled:' || id, 'cancelled booking' from booking where status = 'called_off'
  union all
  select 'refunded:' || id, 'refund' from refund where status = 'processed'
  union all
  select 'paid-late:' || payment_id, 'payment that paid nothing' from refund where payment_id is not null
  union all
  select case when booking_id is null then 'points-bought' else kind end || ':' || number, 'paper' from paper`;

/** The invariants of letters after draining. `now`: the simulation's clock. */
const lawsOfLetters = (now: Date): Law[] => [
  {
    says: 'every booking, cancellation, refund and paper has its letter, which was sent unless no mail server took it for five days',
    broken: sql`
      select needed.of, needed.key, letter.state, letter.problem from (${neededLetters}) needed
      left join letter on letter.dedupe_key = needed.key
      where letter.state is null or letter.state not in ('sent', 'expired')
        or letter.state = 'expired' and letter.created_at > ${now}::timestamptz - interval '5 days'`,
  },
  {
    says: 'no letter waits longer than it has to',
    broken: sql`
      select dedupe_key as letter, attempts, problem from letter where state = 'due' and due_at <= ${now}`,
  },
  {
    says: 'a letter is dropped only when its booking has changed',
    broken: sql`
      select dedupe_key as letter, problem from letter where state = 'dropped' and problem <> 'stale'`,
  },
];

/** Letters that count as sent and were never handed over. */
async function lostLetters({ database, mail }: Simulation): Promise<string[]> {
  const sent = await database
    .selectFrom('letter')
    .select(['dedupe_key', 'message_id'])
    .where('state', '=', 'sent')
    .execute();
  const ids = new Set(sent.map(({ message_id }) => message_id));
  return [
    ...sent
      .filter(({ message_id }) => !mail.taken.has(message_id ?? ''))
      .map(({ dedupe_key }) => `the letter ${dedupe_key} counts as sent, and nobody has it`),
    ...(ids.size === sent.length ? [] : ['two letters have one Message-ID']),
  ];
}

/** Responses to visitors that are false in the end. */
async function brokenPromises({ database, promised, askedToCancel }: Simulation): Promise<string[]> {
  const returning = await database
    .selectFrom('refund')
    .innerJoin('booking', 'booking.id', 'refund.booking_id')
    .select('booking.user_id')
    .where('refund.payment_id', 'is not', null)
    .execute();
  const returns = new Set(returning.map(({ user_id }) => user_id));
  const rows = await database
    .selectFrom('booking')
    .select(['id', 'status', 'returned', 'paid_with', 'sequence', 'start_slot', 'end_slot'])
    .execute();
  const truth = new Map(rows.map((row) => [row.id, row]));
  const paid = await database
    .selectFrom('point_purchase')
    .select('id')
    .where('paid_by_payment_id', 'is not', null)
    .execute();
  const given = new Set(paid.map(({ id }) => id));
  const isTrue = ({ bookingId, what, userId = '', refund, change }: Promised): boolean => {
    if (what === 'points given') return given.has(bookingId);
    const booking = truth.get(bookingId);
    const cancelled = booking?.status === 'called_off' && askedToCancel.has(bookingId);
    if (what === 'confirmed') return ['confirmed', 'moved'].includes(booking?.status ?? '') || cancelled;
    if (what === 'moved') {
      // A later change is another promise, to who made it.
      if (!booking || !change || booking.sequence < change.sequence) return false;
      const isThere = booking.start_slot === change.range.start && booking.end_slot === change.range.end;
      return booking.sequence > change.sequence || isThere;
    }
    if (what === 'a payment goes back') return returns.has(userId);
    if (what === 'refund on its way')
      return !['confirmed', 'moved', 'called_off'].includes(booking?.status ?? '');
    return (
      cancelled && Math.round(Number(refund) * (booking.paid_with === 'card' ? 100 : 2)) === booking.returned
    );
  };
  return promised
    .filter((each) => !isTrue(each))
    .map(
      ({ bookingId, what }) =>
        `sent '${what}' for a booking that is ${truth.get(bookingId)?.status ?? 'not there'}`,
    );
}

/** Bookings that cost something else than the response that made them said, though their customer did not move them. */
async function changedPrices({ database, quoted }: Simulation): Promise<string[]> {
  if (quoted.size === 0) return [];
  const rows = await database
    .selectFrom('booking')
    .select(['id', 'status', 'total_paise'])
    .where('id', 'in', [...quoted.keys()])
    .execute();
  return rows
    .filter(({ id, total_paise }) => total_paise !== quoted.get(id))
    .map(
      ({ id, status, total_paise }) =>
        `a booking that is ${status} costs ${total_paise} paise and was made for ${quoted.get(id)}`,
    );
}

async function brokenLaws(simulation: Simulation, all: readonly Law[]): Promise<string[]> {
  const found: string[] = [];
  for (const { says, broken } of all) {
    const { rows } = await broken.execute(simulation.database);
    for (const row of rows) found.push(`broken: ${says}: ${JSON.stringify(row)}`);
  }
  return found;
}

/** Every violated invariant within a sequence, as text; empty when all hold. */
export const violationsNow = async (simulation: Simulation): Promise<string[]> => [
  ...(await changedPrices(simulation)),
  ...(await brokenLaws(simulation, [...laws(simulation), ...lawsOfNumbers])),
];

/** Every violated invariant after draining, as text; empty when all hold. */
export const violations = async (simulation: Simulation): Promise<string[]> => [
  ...simulation.violations,
  ...(await brokenPromises(simulation)),
  ...(await changedPrices(simulation)),
  ...(await brokenLaws(simulation, [
    ...laws(simulation),
    ...lawsAtRest(simulation),
    ...lawsOfNumbers,
    ...lawsOfPapers,
    ...lawsOfLetters(new Date(simulation.clock.now)),
  ])),
  ...(await lostLetters(simulation)),
];

/** The outcomes of bookings and payments after draining, for the statistics. */
export async function countEndings(simulation: Simulation): Promise<void> {
  const { rows } = await sql<{ what: string; times: number }>`
    select 'booking ' || status || ', ' || paid_with as what, count(*)::integer as times
    from booking group by 1
    union all
    select 'points ' || case when paid_by_payment_id is null then 'not paid' else 'given' end, count(*)::integer
    from point_purchase group by 1
    union all
    select 'paid at the desk by ' || method, count(*)::integer from desk_payment group by 1
    union all
    select 'payment link ' || status, count(*)::integer from sandbox_link group by 1
    union all
    select 'price that follows', count(*)::integer from room_price having count(*) > 0
    union all
    select 'refund handed back', count(*)::integer from refund where refund_id like 'desk%' having count(*) > 0
    union all
    select 'block-out' || case when removed_at is null then '' else ', removed' end, count(*)::integer
    from block_out group by 1
    union all
    select 'refund due, ' || reason, count(*)::integer from refund group by 1
    union all
    select 'letter ' || kind || ', ' || state, count(*)::integer from letter group by 1
    union all
    select 'paper ' || kind, count(*)::integer from paper group by 1
    union all
    select 'letter sent again', count(*)::integer from letter where attempts > 1 having count(*) > 0
    union all
    select 'refund failed on the way', count(*)::integer from sandbox_refund where status = 'failed'
    having count(*) > 0
    union all
    select 'order with two payments taken', 1 from sandbox_payment where captured_at is not null
    group by order_id having count(*) > 1`.execute(simulation.database);
  for (const { what, times } of rows) simulation.count(what, times);
}
