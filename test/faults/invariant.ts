import { sql, type RawBuilder } from 'kysely';
import { HALF_POINTS, type World } from './world.ts';

interface Law {
  readonly says: string;
  /** Rows that break it. */
  readonly broken: RawBuilder<Record<string, unknown>>;
}

/** Captured and not refunded money, by the booking of its order. */
const kept = sql`
  select payment.id, payment.amount, payment_order.booking_id
  from sandbox_payment payment left join payment_order on payment_order.order_id = payment.order_id
  where payment.status = 'captured' and payment.amount_refunded = 0`;

/** The invariants of the provider's records and ours after draining. */
const laws: readonly Law[] = [
  {
    says: 'each captured rupee is on exactly one confirmed booking or refunded',
    broken: sql`
      select kept.id as payment, kept.amount, booking.id as booking, booking.status
      from (${kept}) kept left join booking on booking.id = kept.booking_id and booking.paid_with = 'card'
      where booking.status is distinct from 'confirmed'
      union all
      select id, amount - amount_refunded, null, 'refunded in part' from sandbox_payment
      where status in ('captured', 'refunded') and amount_refunded not in (0, amount)`,
  },
  {
    says: 'each confirmed card booking has exactly one captured, unrefunded payment of its amount',
    broken: sql`
      select booking.id as booking, booking.total_paise, array_agg(kept.id) as payments
      from booking left join (${kept}) kept on kept.booking_id = booking.id
      where booking.status = 'confirmed' and booking.paid_with = 'card'
      group by booking.id
      having count(kept.id) <> 1 or max(kept.amount) <> booking.total_paise`,
  },
  {
    says: 'no payment is refunded more than once',
    broken: sql`
      select payment_id as payment, count(*) as refunds, sum(amount) as paise from sandbox_refund
      where status <> 'failed' group by payment_id
      having sum(amount) > (select amount from sandbox_payment where id = payment_id)`,
  },
  {
    says: 'the balance and what the confirmed bookings cost are the points of the start',
    broken: sql`
      select app_user.email, app_user.half_points, coalesce(sum(booking.half_points), 0) as booked
      from app_user left join booking on user_id = app_user.id and status = 'confirmed'
      group by app_user.id
      having app_user.half_points + coalesce(sum(booking.half_points), 0)
        <> case when app_user.is_member then ${HALF_POINTS}::integer else 0 end`,
  },
  {
    says: 'confirmed bookings never overlap',
    broken: sql`
      select one.id as booking, other.id as other from booking one
      join booking other on other.room_id = one.room_id and other.day = one.day and other.id > one.id
        and other.start_slot < one.end_slot and one.start_slot < other.end_slot
      where one.status = 'confirmed' and other.status = 'confirmed'`,
  },
  {
    says: 'a confirmed booking has all of its half-hours for good, and no other booking has any',
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
    says: 'no hold and no due refund lasts for ever',
    broken: sql`
      select 'booking' as what, id::text, status from booking where status in ('held', 'refund_due')
      union all select 'refund', payment_id, status from refund where status <> 'processed'`,
  },
];

/** Responses to visitors that turned out to be false. */
async function brokenPromises({ database, promised }: World): Promise<string[]> {
  const rows = await database.selectFrom('booking').select(['id', 'status']).execute();
  const truth = new Map(rows.map(({ id, status }) => [id, status]));
  const wrong = promised.filter(({ bookingId, what }) =>
    what === 'confirmed' ? truth.get(bookingId) !== 'confirmed' : truth.get(bookingId) === 'confirmed',
  );
  return wrong.map(
    ({ bookingId, what }) => `told '${what}' of a booking that is ${truth.get(bookingId) ?? 'not there'}`,
  );
}

/** Every violated invariant after draining, in words; empty when all hold. */
export async function violations(world: World): Promise<string[]> {
  const found = [...world.violations, ...(await brokenPromises(world))];
  for (const { says, broken } of laws) {
    const { rows } = await broken.execute(world.database);
    for (const row of rows) found.push(`broken: ${says}: ${JSON.stringify(row)}`);
  }
  return found;
}

/** The outcomes of bookings and payments after draining, for the statistics. */
export async function countEndings(world: World): Promise<void> {
  const { rows } = await sql<{ what: string; times: number }>`
    select 'booking ' || status || ', ' || paid_with as what, count(*)::integer as times
    from booking group by 1
    union all
    select 'refund due, ' || reason, count(*)::integer from refund group by 1
    union all
    select 'refund failed on the way', count(*)::integer from sandbox_refund where status = 'failed'
    having count(*) > 0
    union all
    select 'order with two payments taken', 1 from sandbox_payment where captured_at is not null
    group by order_id having count(*) > 1`.execute(world.database);
  for (const { what, times } of rows) world.count(what, times);
}
