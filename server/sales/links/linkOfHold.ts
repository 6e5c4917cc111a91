import { brand } from '../../../domain/content/brand.ts';
import { fullDate } from '../../../domain/time/calendar.ts';
import { fullName } from '../../../domain/account/fullName.ts';
import { rupeesAmount } from '../../../domain/money/pricing.ts';
import { clockTime, slotTime } from '../../../domain/time/slots.ts';
import { messages } from '../../../domain/text/messages.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { ApiError, noSuchRoom } from '../../platform/http/apiError.ts';
import { brokenRule, isLengthRule } from '../../rules/bookingRules.ts';
import { lengthError } from '../../rules/lengthError.ts';
import { extendSlots } from '../../slots/bookingSlots.ts';
import { anyOf } from '../../platform/database/anyOf.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { queueEmail } from '../../outbox/outbox.ts';
import type { PaymentDeps } from '../../payments/deps.ts';
import type { GatewayLink } from '../../payments/provider/entities.ts';
import { slotRangeOf } from '../../payments/applyMove.ts';
import { releaseHoldOfFailedLink } from '../../payments/links.ts';
import { firstCheck } from '../../payments/orderPollSchedule.ts';
import { holdReleased, orProviderUnavailable } from '../../payments/paymentErrors.ts';
import { lockCustomerSeries } from '../booking/deskBooking.ts';
import { staffChange, type AuditedResult, type Staff } from '../../audit/staffChange.ts';
import type { StoredBooking } from '../../slots/storedBooking.ts';
import { shownAddress } from '../../../domain/account/accountIdentity.ts';
import { HELD } from '../../slots/exports.ts';
import { lockUserRow } from '../../account/users.ts';
import { lockBooking } from '../../payments/records.ts';

/**
 * What a link pays. `holdId`: the row that holds the slots, of a new booking, of the head of a new series, or of the longer times of
 * a booking; `bookingId`: the booking. `until`: the deadline, milliseconds since 1970.
 */
export interface LinkHold {
  readonly holdId: string;
  readonly bookingId: string;
  readonly dates: number;
  readonly totalPaise: number;
  readonly until: EpochMs;
}

export interface LinkDeps extends PaymentDeps {
  readonly staff: Staff;
}

const idsOf = (bookings: readonly StoredBooking[]): string[] => bookings.map(({ id }) => id);

/** With the texts of the provider's payment page. */
async function linkRequestOf(database: Database, { holdId, bookingId, dates, totalPaise, until }: LinkHold) {
  const details = await database
    .selectFrom('booking')
    .innerJoin('room', 'room.id', 'booking.room_id')
    .innerJoin('app_user', 'app_user.id', 'booking.user_id')
    .select(['name', 'day', 'start_slot', 'end_slot', 'user_id', 'first_name', 'last_name', 'email', 'phone'])
    .where('booking.id', '=', holdId)
    .executeTakeFirstOrThrow();
  const day = fullDate(details.day);
  const times = `${clockTime(details.start_slot)} to ${clockTime(details.end_slot)}`;
  const email = shownAddress({ id: details.user_id, email: details.email });
  return {
    amountPaise: totalPaise,
    reference: `bk_${holdId}`,
    description: `${brand.name}: ${details.name}, ${dates === 1 ? day : `${dates} dates from ${day}`}, ${holdId === bookingId ? times : `extended to ${times}`}`,
    customer: {
      name: fullName(details.first_name, details.last_name),
      ...(email !== '' && { email }),
      contact: details.phone,
    },
    notes: { booking_id: holdId, ...(holdId !== bookingId && { moves_booking_id: bookingId }) },
    until,
  };
}

/**
 * Locks the rows that a link pays: a booking, all of its series, the head first, or the longer times of a booking, after that
 * booking. The customer's row is locked first. Throws 404 for an unknown id.
 */
export async function lockLinkedBookings(
  tx: Tx,
  id: string,
): Promise<readonly [StoredBooking, ...StoredBooking[]]> {
  const held = await tx
    .selectFrom('booking')
    .select(['user_id', 'moves_booking_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!held || held.moves_booking_id === null) return lockCustomerSeries(tx, id);
  await lockUserRow(tx, held.user_id);
  await lockBooking(tx, held.moves_booking_id);
  return [await lockBooking(tx, id)];
}

/** Throws when the desk could no longer book a held date, or make its booking longer. */
async function checkStillSold(tx: Tx, booking: StoredBooking): Promise<void> {
  if (!HELD.includes(booking.status)) throw holdReleased();
  const broken = await brokenRule(tx, { userId: booking.user_id, ...slotRangeOf(booking) });
  // The desk may sell times outside the opening hours.
  if (broken === null || broken === 'hours-closed') return;
  if (broken === 'room-archived') throw noSuchRoom('mid');
  if (!isLengthRule(broken)) throw new ApiError('blocked', messages.booking.blocked);
  // The desk may make a booking longer than the room allows.
  if (booking.status === 'moving') return;
  const limits = tx.selectFrom('room').select(['min_slots', 'max_slots']).where('id', '=', booking.room_id);
  throw lengthError(broken, await limits.executeTakeFirstOrThrow());
}

/**
 * Stores a link as the order of its booking or series, extends all of its holds until the link's deadline, and queues the email
 * with the link. Throws when the hold was released meanwhile.
 */
async function storeLink(
  tx: Tx,
  link: GatewayLink,
  { holdId, totalPaise, until }: LinkHold,
  now: EpochMs,
): Promise<AuditedResult<null>> {
  const bookings = await lockLinkedBookings(tx, holdId);
  for (const booking of bookings) await checkStillSold(tx, booking);
  const expires = new Date(until);
  await tx
    .insertInto('payment_order')
    .values({
      order_id: link.id,
      booking_id: holdId,
      amount_paise: totalPaise,
      status: 'created',
      created_at: new Date(now),
      next_check_at: firstCheck(now),
    })
    .execute();
  await tx
    .insertInto('payment_link')
    .values({ order_id: link.id, short_url: link.url, expires_at: expires })
    .execute();
  for (const { id } of bookings) await extendSlots(tx, id, expires);
  await tx
    .updateTable('booking')
    .set({ hold_expires_at: expires })
    .where('id', '=', anyOf(idsOf(bookings), 'uuid'))
    .execute();
  await queueEmail(tx, {
    kind: bookings[0].status === 'moving' ? 'extension-link' : 'payment-link',
    key: link.id,
    to: { userId: bookings[0].user_id },
    payload: { booking_id: holdId },
    now,
    until,
  });
  const changes = bookings.map(({ id, moves_booking_id }) => ({
    action: 'payment link made',
    subject: 'booking' as const,
    subjectId: moves_booking_id ?? id,
    was: null,
    became: { link: link.id, until: expires.toISOString() },
  }));
  return { result: null, changes };
}

/**
 * Creates the link of a hold at the provider, stores it and queues the email with it. The provider is called between two
 * transactions. When the server stops in between, the hold expires like any hold without an order. Throws 503 when the provider does
 * not respond, 410 when the hold has ended meanwhile, and what `checkStillSold` throws, after releasing the hold.
 */
export async function linkOfHold({ staff, ...deps }: LinkDeps, held: LinkHold): Promise<string> {
  const { database, gateway, now } = deps;
  let link: GatewayLink | undefined;
  try {
    const created = await orProviderUnavailable(gateway.createLink(await linkRequestOf(database, held)));
    link = created;
    await staffChange({ database, now, staff, role: 'staff' }, (tx) => storeLink(tx, created, held, now()));
    return created.url;
  } catch (error) {
    await releaseHoldOfFailedLink(database, held.holdId);
    // Nobody has the link. Cancelling it only removes it from the provider's list.
    if (link) await gateway.cancelLink(link.id).catch(() => undefined);
    throw error;
  }
}

/** The longer times of a booking that a link pays, for the audit. */
export const heldTimes = ({ start_slot, end_slot, total_paise }: StoredBooking) => ({
  from: slotTime(start_slot),
  to: slotTime(end_slot),
  amount: rupeesAmount(total_paise ?? 0),
});
