import { sql } from 'kysely';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { slotTime } from '../../domain/time/slots.ts';
import { breaksNoRule } from '../rules/bookingRules.ts';
import { HELD } from '../slots/bookingSlots.ts';
import { checkStillBookable } from './checkBookable.ts';
import { paymentOrderColumns } from '../platform/database/columns.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { endSeriesHolds, lockSeriesBookings } from '../slots/seriesDates.ts';
import { slotRangeOf } from '../payments/applyMove.ts';
import { GatewayError } from '../payments/provider/gatewayError.ts';
import { firstCheck } from '../payments/orderPollSchedule.ts';
import type { HeldBooking } from './hold.ts';
import { CAPTURE_EXPIRY_MINUTES } from '../payments/holdTimes.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { lockBooking, orderOfBooking, type PaymentOrder } from '../payments/records.ts';
import { holdReleased, providerUnavailable } from '../payments/paymentErrors.ts';
import type { StoredBooking } from '../slots/storedBooking.ts';

/** Releases a hold that cannot be paid, unless a concurrent call has opened its order. */
const releaseHoldWithoutOrder = (database: Database, bookingId: string): Promise<void> =>
  inTransaction(database, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (!HELD.includes(booking.status) || (await orderOfBooking(tx, bookingId))) return;
    await endSeriesHolds(tx, bookingId, 'released');
  });

/** Stored by the provider with the order: a flat map without personal data. */
const notesOf = ({ id, user_id, room_id, day, start_slot, end_slot, moves_booking_id }: StoredBooking) => ({
  booking_id: id,
  ...(moves_booking_id !== null && { moves_booking_id }),
  user_id,
  room_id: String(room_id),
  date: day,
  slot: `${slotTime(start_slot)} to ${slotTime(end_slot)}`,
});

/** An order opened at the provider. */
interface OpenedOrder {
  readonly orderId: string;
  readonly booking: StoredBooking;
  readonly amountPaise: number;
  readonly orderedAt: EpochMs;
}

const allColumns = sql.join(paymentOrderColumns.map((column) => sql.ref(column)));

/** Throws what `checkStillBookable` throws for a booking or for a date of its series. */
async function checkHeldBookings(tx: Tx, booking: StoredBooking): Promise<void> {
  for (const each of await lockSeriesBookings(tx, booking.id)) {
    const requested = { userId: each.user_id, ...slotRangeOf(each), now: each.created_at.getTime() };
    await checkStillBookable(tx, requested);
  }
}

/** SQL: whether a booking, and every date of its series, can still be booked. */
const canStillBeBooked = (bookingId: string) => sql<boolean>`not exists (
  select from booking dated
  where dated.id = any (${bookingId}::uuid || array(select booking_id from series_date where head_id = ${bookingId}::uuid))
    and not (${breaksNoRule}))`;

/**
 * Stores an order. Returns the order of a concurrent call if that was stored first. Throws 403, 404 or 400 when a rule of
 * booking has changed since the hold was made: the call to the provider may have taken several seconds.
 */
async function storeOrder(database: Database, { orderId, booking, amountPaise, orderedAt }: OpenedOrder) {
  // The status is read under the lock of the booking's row, because a hold that was released in between must not be paid.
  const { rows } = await sql<PaymentOrder>`
    with held as (select id from booking where id = ${booking.id} and status in ('held', 'moving') for update),
    allowed as (select id from held where ${canStillBeBooked(booking.id)})
    insert into payment_order (order_id, booking_id, amount_paise, status, created_at, next_check_at)
    select ${orderId}, id, ${amountPaise}::integer, 'created', ${new Date(orderedAt)}::timestamptz,
      ${firstCheck(orderedAt)}::timestamptz
    from allowed
    on conflict (booking_id) do nothing
    returning ${allColumns}`.execute(database);
  if (rows[0]) return rows[0];
  return inTransaction(database, async (tx) => {
    const { status } = await lockBooking(tx, booking.id);
    const concurrentOrder = await orderOfBooking(tx, booking.id);
    if (HELD.includes(status) && concurrentOrder) return concurrentOrder;
    if (HELD.includes(status)) await checkHeldBookings(tx, booking);
    throw holdReleased();
  });
}

/**
 * The order of a held booking. The first call opens the order at the provider. The receipt is derived from the booking's id, so
 * interrupted and repeated calls result in one order. When the provider fails, the hold is released.
 */
export async function findOrOpenBookingOrder(
  { database, gateway, now }: PaymentDeps,
  { booking, isNew, seriesPaise }: HeldBooking,
): Promise<PaymentOrder> {
  const stored = isNew ? undefined : await orderOfBooking(database, booking.id);
  if (stored) return stored;
  const amountPaise = seriesPaise ?? (booking.total_paise as number);
  try {
    const { id } = await gateway.createOrder({
      amountPaise,
      receipt: `bk_${booking.id}`,
      notes: notesOf(booking),
      captureExpiryMinutes: CAPTURE_EXPIRY_MINUTES,
    });
    return await storeOrder(database, { orderId: id, booking, amountPaise, orderedAt: now() });
  } catch (error) {
    await releaseHoldWithoutOrder(database, booking.id);
    throw error instanceof GatewayError ? providerUnavailable(error) : error;
  }
}
