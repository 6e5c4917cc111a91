import { sql, type RawBuilder } from 'kysely';
import type {
  Booking,
  MyBookingsQuery,
  MyBookingsResponse,
  PendingMove,
  RefundSummary,
  RefundItem,
  Unpaid,
} from '../../contract/bookings/booking.ts';
import { startedSlots, dateAt } from '../../domain/time/calendar.ts';
import { deskMethodOf, isPaidOutAtDesk } from '../../domain/money/deskPayment.ts';
import type { ProviderMethod } from '../../domain/money/paymentMethods.ts';
import { pointsFromHalf } from '../../domain/money/points.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import { slotTime } from '../../domain/time/slots.ts';
import { bookingCodes, stateOfCode } from '../../domain/bookings/bookingStates.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Database } from '../platform/database/schema.ts';
import { headOfBooking } from '../slots/seriesDates.ts';
import { paymentDeadline } from '../payments/holdTimes.ts';
import { refundReason } from '../payments/refunds/refundReason.ts';
import { hasLink } from '../payments/links.ts';
import { bookedRates } from '../rooms/prices.ts';
import { addressColumns, locationOf } from '../rooms/rooms.ts';

/** With hundreds of bookings the first page is as fast as with a few. */
const UPCOMING_PAGE = 20;
const PAST_PAGE = 20;
const MAX_CANCELLED = 20;
const MAX_REFUNDS_DUE = 100;

type StoredRefund = Omit<RefundItem, 'amount' | 'at_desk' | 'status'> & {
  readonly status: RefundItem['status'] | 'needs_person';
  readonly paise: number;
  /** Id of the refunded payment. */
  readonly payment: string;
};

/** SQL: the refunds of the outer query's booking and of its moves, the oldest first; null when there are none. */
const storedRefunds: RawBuilder<StoredRefund[] | null> = sql`(
  select json_agg(json_build_object('paise', refund.amount_paise, 'reason', ${refundReason}, 'status', refund.status,
    'payment', refund.source_payment_id, 'reference', refund.refund_id, 'bank_reference', refund.bank_reference) order by refund.due_since, refund.id)
  from payment_order
  join payment on payment.order_id = payment_order.order_id
  join refund on refund.source_payment_id = payment.payment_id
  where payment_order.booking_id = any(array(
    select ${headOfBooking} union all select move.id from booking move where move.moves_booking_id = booking.id))
    and (refund.booking_id is null or refund.booking_id = booking.id)
)`;

const isProcessed = (refunds: readonly StoredRefund[]): boolean =>
  refunds.every(({ status }) => status === 'processed');

/**
 * A refund as the API sends it. The id of a refund at the desk contains its method, which may differ from the method of the
 * payment.
 */
function refundPartOf({ paise, payment, reference, status, ...part }: StoredRefund): RefundItem {
  return {
    amount: rupeesAmount(paise),
    ...part,
    // To the customer, a refund that waits for a person at the desk is due.
    status: status === 'needs_person' ? 'due' : status,
    at_desk: deskMethodOf(isPaidOutAtDesk(reference) ? reference : payment),
    reference: isPaidOutAtDesk(reference) ? null : reference,
  };
}

const refundsOf = (refunds: readonly StoredRefund[]): { refund: RefundSummary; refunds: RefundItem[] } => ({
  refund: {
    amount: rupeesAmount(refunds.reduce((sum, { paise }) => sum + paise, 0)),
    status: isProcessed(refunds) ? 'refunded' : 'refund_due',
  },
  refunds: refunds.map(refundPartOf),
});

/** The refunds of a booking and of its moves, the oldest first. */
export async function refundsOfBooking(database: Database, bookingId: string): Promise<RefundItem[]> {
  const row = await database
    .selectFrom('booking')
    .select(storedRefunds.as('refunds'))
    .where('booking.id', '=', bookingId)
    .executeTakeFirst();
  return (row?.refunds ?? []).map(refundPartOf);
}

/** An attempt to pay that the bank has not decided yet. */
interface OpenAttempt {
  readonly method: ProviderMethod | null;
}

/** SQL: the latest open attempt to pay the order of a booking; null when there is none. */
const openAttempt = (bookingId: RawBuilder<string>) => sql`(
  select json_build_object('method', payment.method)
  from payment join payment_order on payment_order.order_id = payment.order_id
  where payment_order.booking_id = ${bookingId} and payment.status in ('created', 'authorized')
  order by payment.recorded_at desc limit 1)`;

interface OpenPayment {
  readonly orderedAt: string | null;
  readonly attempt: OpenAttempt | null;
  readonly byLink?: boolean;
}

/** SQL: the open payment of the outer query's booking; null for a booking that is not held. */
const openPayment: RawBuilder<OpenPayment | null> = sql`(
  case when booking.status = 'held' then json_build_object(
    'orderedAt', (select created_at from payment_order where booking_id = ${headOfBooking}),
    'byLink', ${hasLink},
    'attempt', ${openAttempt(headOfBooking)}
  ) end
)`;

/** SQL: the pending move of the outer query's booking while the move's hold is live; null when there is none. */
const pendingMove = (now: EpochMs): RawBuilder<StoredMove | null> => sql`(
  select json_build_object('id', move.id, 'paise', move.total_paise, 'roomId', move.room_id, 'day', move.day,
    'start', move.start_slot, 'end', move.end_slot, 'until', move.hold_expires_at,
    'orderedAt', coalesce(payment_order.created_at, move.created_at),
    'attempt', ${openAttempt(sql`move.id`)},
    'byLink', exists (select from payment_link where payment_link.order_id = payment_order.order_id))
  from booking move left join payment_order on payment_order.booking_id = move.id
  where move.moves_booking_id = booking.id and move.status = 'moving' and move.hold_expires_at > ${new Date(now)}
)`;

interface StoredMove {
  readonly id: string;
  readonly paise: number;
  readonly roomId: number;
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly until: string;
  readonly orderedAt: string;
  readonly attempt: OpenAttempt | null;
  readonly byLink: boolean;
}

/** Whether an attempt is open at the bank, and its method if the provider has reported it. */
const atBankFields = (attempt: OpenAttempt | null): Pick<Unpaid, 'at_bank' | 'method'> => ({
  at_bank: attempt !== null,
  ...(attempt?.method && { method: attempt.method }),
});

const pendingMoveOf = (move: StoredMove): PendingMove => {
  const since = new Date(move.orderedAt);
  return {
    booking_id: move.id,
    amount: rupeesAmount(move.paise),
    room_id: move.roomId,
    booking_date: move.day,
    start_time: slotTime(move.start),
    end_time: slotTime(move.end - 1),
    since: since.toISOString(),
    until: (move.attempt && !move.byLink ? paymentDeadline(since) : new Date(move.until)).toISOString(),
    ...atBankFields(move.attempt),
    ...(move.byLink && { by_link: true }),
  };
};

/** SQL: the series of a booking, null without one. */
const seriesOfBooking = sql<Booking['series'] | null>`(
  select json_build_object('id', own.head_id, 'dates',
    (select count(*) from series_date other where other.head_id = own.head_id))
  from series_date own where own.booking_id = booking.id)`;

type Cursor = NonNullable<MyBookingsQuery['after']>;

const cursorTuple = ({ day, slot, id }: Cursor) => sql`(${day}::date, ${slot}::smallint, ${id}::uuid)`;

/**
 * SQL: the bookings that are listed by their date. Of a series that was paid too late, only the first date is listed,
 * because it has the refund.
 */
const listedBookings = (userId: string) => sql`
  select id from booking
  where user_id = ${userId} and status in ('confirmed', 'refund_due', 'refunded') and moves_booking_id is null
    and (status = 'confirmed' or not exists (
      select from series_date where booking_id = booking.id and head_id <> booking.id))`;

/** SQL: the upcoming bookings of a page and one more, the soonest first. */
const upcomingIds = (userId: string, now: EpochMs, after?: Cursor) => sql`
  (${listedBookings(userId)} and day >= ${dateAt(now)}::date
    and not (day = ${dateAt(now)}::date and end_slot < ${startedSlots(dateAt(now), now)})
    ${after ? sql`and (day, start_slot, id) > ${cursorTuple(after)}` : sql``}
  order by day, start_slot, id limit ${UPCOMING_PAGE + 1})`;

/** SQL: the past bookings of a page and one more, the latest first. */
const pastIds = (userId: string, now: EpochMs, before?: Cursor) => sql`
  (${listedBookings(userId)} and day <= ${dateAt(now)}::date
    and not (day = ${dateAt(now)}::date and end_slot >= ${startedSlots(dateAt(now), now)})
    ${before ? sql`and (day, start_slot, id) < ${cursorTuple(before)}` : sql``}
  order by day desc, start_slot desc, id desc limit ${PAST_PAGE + 1})`;

/** SQL: the booking with an id, if the contract has its status. */
const singleId = (userId: string, id: string, now: EpochMs) => sql`
  (select id from booking where user_id = ${userId} and id = ${id} and moves_booking_id is null and (
    status in ('confirmed', ${bookingCodes.cancelled}, 'refund_due', 'refunded')
    or (status = 'held' and hold_expires_at > ${new Date(now)})))`;

/** SQL: the unpaid bookings with a live hold, except offers of the waiting list, which the waiting list shows. */
const unpaidIds = (userId: string, now: EpochMs) => sql`
  (select id from booking where user_id = ${userId} and status = 'held' and hold_expires_at > ${new Date(now)}
    and not exists (select from waitlist_entry where booking_id = booking.id))`;

/** SQL: the bookings with an unprocessed refund, on any date. */
const refundIds = (userId: string) => sql`
  (select id from booking
  where user_id = ${userId} and id = any(array(
    select coalesce(paid.moves_booking_id, paid.id) from booking paid
    where paid.id = any(array(
      select coalesce(refund.booking_id, payment_order.booking_id) from refund
        join payment on payment.payment_id = refund.source_payment_id
        join payment_order on payment_order.order_id = payment.order_id
      where refund.status <> 'processed'))))
  limit ${MAX_REFUNDS_DUE})`;

/** SQL: the bookings that the customer cancelled most recently, on any date. */
const cancelledIds = (userId: string) => sql`
  (select id from booking where user_id = ${userId} and status = ${sql.lit(bookingCodes.cancelled)}
  order by cancelled_at desc limit ${MAX_CANCELLED})`;

function pageIds(userId: string, { after, before, id }: MyBookingsQuery, now: EpochMs): RawBuilder<unknown> {
  if (id) return singleId(userId, id, now);
  if (after) return upcomingIds(userId, now, after);
  if (before) return pastIds(userId, now, before);
  const all = [
    upcomingIds(userId, now),
    pastIds(userId, now),
    unpaidIds(userId, now),
    refundIds(userId),
    cancelledIds(userId),
  ];
  return sql.join(all, sql` union `);
}

export const pageQuery = (database: Database, userId: string, query: MyBookingsQuery, now: EpochMs) =>
  database
    .selectFrom('booking')
    .innerJoin('room', 'room.id', 'booking.room_id')
    .select(['room.id', 'name', 'images', ...addressColumns])
    .select([
      'booking.id as booking_id',
      'day',
      'start_slot',
      'end_slot',
      'status',
      'paid_with',
      'half_points',
      'total_paise',
      'slot_prices',
      'hold_expires_at',
      'booking.created_at',
      storedRefunds.as('refunds'),
      openPayment.as('open_payment'),
      pendingMove(now).as('open_move'),
      seriesOfBooking.as('series'),
    ])
    // With an array PostgreSQL looks up the few ids by primary key, even in a large table.
    .where('booking.id', '=', sql<string>`any(array(${pageIds(userId, query, now)}))`)
    .orderBy('day')
    .orderBy('start_slot')
    .orderBy('booking.id');

type Row = Awaited<ReturnType<ReturnType<typeof pageQuery>['execute']>>[number];

function unpaidOf(
  { created_at, hold_expires_at }: Row,
  { orderedAt, attempt, byLink = false }: OpenPayment,
): Unpaid {
  const since = orderedAt === null ? created_at : new Date(orderedAt);
  const until = attempt && !byLink ? paymentDeadline(since) : (hold_expires_at as Date);
  return {
    since: since.toISOString(),
    until: until.toISOString(),
    ...atBankFields(attempt),
    ...(byLink && { by_link: true }),
  };
}

const statusFields = (status: Row['status']): Pick<Booking, 'state' | 'status'> => {
  const listed = status === 'held' ? 'pending' : (status as Exclude<Booking['status'], 'pending'>);
  return { state: stateOfCode(listed), status: listed };
};

const bookingOf = (row: Row): Booking => ({
  id: row.booking_id,
  booking_date: row.day,
  start_time: slotTime(row.start_slot),
  end_time: slotTime(row.end_slot - 1),
  ...statusFields(row.status),
  paid_with: row.paid_with,
  amount:
    row.paid_with === 'card'
      ? rupeesAmount(row.total_paise ?? 0)
      : String(pointsFromHalf(row.half_points ?? 0)),
  ...bookedRates(row),
  ...(row.refunds && refundsOf(row.refunds)),
  ...(row.open_payment && { unpaid: unpaidOf(row, row.open_payment) }),
  ...(row.series && { series: row.series }),
  ...(row.open_move && { open_move: pendingMoveOf(row.open_move) }),
  meeting_room: {
    id: row.id,
    room_name: row.name,
    image: { image: row.images[0] ?? '' },
    location: locationOf(row),
  },
});

const cursorAt = (row: Row | undefined): string | null =>
  row ? `${row.day}_${row.start_slot}_${row.booking_id}` : null;

/** True for a booking that the first page lists regardless of its date. */
const isListedOnFirstPage = ({ status, refunds }: Row): boolean =>
  status === 'held' || status === bookingCodes.cancelled || (refunds !== null && !isProcessed(refunds));

/**
 * A page of a user's bookings with their rooms, in order of time (spec 3): confirmed, held and refunded bookings, and the
 * latest cancelled ones. The size of a page is limited.
 */
export async function myBookings(
  database: Database,
  userId: string,
  query: MyBookingsQuery,
  now: EpochMs,
): Promise<MyBookingsResponse> {
  const rows = await pageQuery(database, userId, query, now).execute();
  if (query.id) return { data: rows.map(bookingOf), next: { upcoming: null, past: null } };
  const isPast = ({ day, end_slot }: Row) =>
    day < dateAt(now) || (day === dateAt(now) && end_slot < startedSlots(day, now));
  const listed = rows.filter(({ status }) => status !== 'held' && status !== bookingCodes.cancelled);
  const upcoming = listed.filter((row) => !isPast(row));
  const past = listed.filter(isPast);
  const shown = new Set([...upcoming.slice(0, UPCOMING_PAGE), ...past.slice(-PAST_PAGE)]);
  return {
    data: rows.filter((row) => shown.has(row) || isListedOnFirstPage(row)).map(bookingOf),
    next: {
      upcoming: upcoming.length > UPCOMING_PAGE ? cursorAt(upcoming[UPCOMING_PAGE - 1]) : null,
      past: past.length > PAST_PAGE ? cursorAt(past.at(-PAST_PAGE)) : null,
    },
  };
}
