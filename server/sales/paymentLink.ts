import type { SentPaymentLink, PaymentLinkRequest } from '../../contract/desk/money/money.ts';
import { brand } from '../../domain/content/brand.ts';
import { fullDate, instantOf } from '../../domain/time/calendar.ts';
import { fullName } from '../../domain/account/fullName.ts';
import { linkDeadline } from '../../domain/money/paymentLink.ts';
import { clockTime } from '../../domain/time/slots.ts';
import { messages } from '../../domain/text/messages.ts';
import { bookingCodes } from '../../domain/bookings/bookingStates.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { ApiError, fieldError, noSuchRoom } from '../platform/http/apiError.ts';
import { brokenRule, isLengthRule } from '../rules/bookingRules.ts';
import { lengthError } from '../rules/lengthError.ts';
import { extendSlots } from '../slots/bookingSlots.ts';
import { headOf } from '../slots/seriesDates.ts';
import { anyOf } from '../platform/database/anyOf.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { queueEmail } from '../outbox/outbox.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import type { GatewayLink } from '../payments/provider/entities.ts';
import { slotRangeOf } from '../payments/applyMove.ts';
import { holdUntil } from '../payments/holdTimes.ts';
import { endLinkedHold, syncLink, releaseHoldOfFailedLink } from '../payments/links.ts';
import { firstCheck } from '../payments/orderPollSchedule.ts';
import { GatewayError } from '../payments/provider/gatewayError.ts';
import { holdReleased, orProviderUnavailable } from '../payments/paymentErrors.ts';
import { orderOfBooking, type PaymentOrder } from '../payments/records.ts';
import { syncWithProvider } from '../payments/release.ts';
import { lockCustomerSeries } from './booking/deskBooking.ts';
import type { CustomerDeps } from '../account/address/givenAccount.ts';
import { bookDatesOfSale, prepareSale } from './sale.ts';
import { staffChange, type AuditedResult, type Staff } from '../audit/staffChange.ts';
import type { StoredBooking } from '../slots/storedBooking.ts';

const idsOf = (bookings: readonly StoredBooking[]): string[] => bookings.map(({ id }) => id);

interface LinkHold {
  /** The head of a series. */
  readonly bookingId: string;
  readonly dates: number;
  readonly totalPaise: number;
  readonly until: number;
}

/**
 * Holds the slots of all dates for the time of a checkout, which is enough to create the link. `storeLink` extends the hold until the link's
 * deadline. Throws as `prepareSale`, 400 for times that begin too soon, and `SlotTaken`.
 */
async function holdForLink(
  tx: Tx,
  request: PaymentLinkRequest,
  { staff, ...deps }: CustomerDeps & { readonly staff: Staff },
): Promise<AuditedResult<LinkHold>> {
  const now = deps.now();
  const prepared = await prepareSale(tx, 'paymentLink', request, deps);
  const { total, range, changes } = prepared;
  const until = linkDeadline(instantOf(request.bdate, range.start), now);
  if (until === null) {
    throw fieldError('stime', 'is too soon for a payment link: take cash or UPI, or choose a later time');
  }
  const held = await bookDatesOfSale(
    tx,
    prepared,
    request,
    {
      values: { status: 'held', hold_expires_at: holdUntil(now) },
      action: 'held for a payment link',
      became: (amount) => ({ amount }),
    },
    { staff, now },
  );
  const [{ id: bookingId }] = held.bookings;
  return {
    result: { bookingId, dates: held.bookings.length, totalPaise: total, until },
    changes: [...changes, ...held.changes],
  };
}

/** With the texts of the provider's payment page. */
async function linkRequestOf(database: Database, { bookingId, dates, totalPaise, until }: LinkHold) {
  const details = await database
    .selectFrom('booking')
    .innerJoin('room', 'room.id', 'booking.room_id')
    .innerJoin('app_user', 'app_user.id', 'booking.user_id')
    .select(['name', 'day', 'start_slot', 'end_slot', 'first_name', 'last_name', 'email', 'phone'])
    .where('booking.id', '=', bookingId)
    .executeTakeFirstOrThrow();
  const day = fullDate(details.day);
  return {
    amountPaise: totalPaise,
    reference: `bk_${bookingId}`,
    description: `${brand.name}: ${details.name}, ${dates === 1 ? day : `${dates} dates from ${day}`}, ${clockTime(details.start_slot)} to ${clockTime(details.end_slot)}`,
    customer: {
      name: fullName(details.first_name, details.last_name),
      email: details.email,
      contact: details.phone,
    },
    notes: { booking_id: bookingId },
    until,
  };
}

/** Throws when the desk could no longer book a held date. The desk may sell times outside the opening hours. */
async function checkStillSold(tx: Tx, booking: StoredBooking): Promise<void> {
  if (booking.status !== 'held') throw holdReleased();
  const broken = await brokenRule(tx, { userId: booking.user_id, ...slotRangeOf(booking) });
  if (broken === 'room-archived') throw noSuchRoom('mid');
  if (broken !== null && isLengthRule(broken)) {
    const limits = tx.selectFrom('room').select(['min_slots', 'max_slots']).where('id', '=', booking.room_id);
    throw lengthError(broken, await limits.executeTakeFirstOrThrow());
  }
  if (broken !== null && broken !== 'hours-closed') throw new ApiError('blocked', messages.booking.blocked);
}

/**
 * Stores a link as the order of its booking or series, extends all of its holds until the link's deadline, and queues the email
 * with the link. Throws when the hold was released meanwhile.
 */
async function storeLink(
  tx: Tx,
  link: GatewayLink,
  { bookingId, totalPaise, until }: LinkHold,
  now: EpochMs,
): Promise<AuditedResult<null>> {
  const bookings = await lockCustomerSeries(tx, bookingId);
  for (const booking of bookings) await checkStillSold(tx, booking);
  const expires = new Date(until);
  await tx
    .insertInto('payment_order')
    .values({
      order_id: link.id,
      booking_id: bookingId,
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
    kind: 'payment-link',
    key: link.id,
    to: { userId: bookings[0].user_id },
    payload: { booking_id: bookingId },
    now,
    until,
  });
  const changes = idsOf(bookings).map((id) => ({
    action: 'payment link made',
    subject: 'booking' as const,
    subjectId: id,
    was: null,
    became: { link: link.id, until: expires.toISOString() },
  }));
  return { result: null, changes };
}

interface LinkDeps extends PaymentDeps {
  readonly staff: Staff;
}

/**
 * Books for a caller who pays by a link: holds the slots, creates the link at the provider, and queues the email
 * with it. The provider is called between two transactions. When the server stops in between, the hold expires like any hold
 * without an order. Throws as `sellAtDesk`, 400 for times that begin too soon, 503 when the provider does not respond, after
 * releasing the hold, and `SlotTaken`.
 */
export async function makeLink(
  { staff, passwordHash, sessions, links, ...deps }: LinkDeps & CustomerDeps,
  request: PaymentLinkRequest,
): Promise<SentPaymentLink> {
  const { database, gateway, now } = deps;
  const change = { database, now, staff, role: 'staff' } as const;
  const held = await staffChange(change, (tx) =>
    holdForLink(tx, request, { staff, passwordHash, sessions, links, now }),
  );
  let link: GatewayLink | undefined;
  try {
    const created = await orProviderUnavailable(gateway.createLink(await linkRequestOf(database, held)));
    link = created;
    await staffChange(change, (tx) => storeLink(tx, created, held, now()));
  } catch (error) {
    await releaseHoldOfFailedLink(database, held.bookingId);
    // Nobody has the link. Cancelling it only removes it from the provider's list.
    if (link) await gateway.cancelLink(link.id).catch(() => undefined);
    throw error;
  }
  return { booking_id: held.bookingId, url: link.url, until: new Date(held.until).toISOString() };
}

/** Throws 404 for a booking without a payment link. */
async function linkedOrder(database: Database, bookingId: string): Promise<PaymentOrder> {
  const order = await orderOfBooking(database, bookingId);
  const link =
    order &&
    (await database
      .selectFrom('payment_link')
      .select('order_id')
      .where('order_id', '=', order.order_id)
      .executeTakeFirst());
  if (!order || !link) throw new ApiError('not-found', 'There is no payment link for this booking');
  return order;
}

const linkClosedError = ({ status }: Pick<StoredBooking, 'status'>): ApiError =>
  new ApiError('changed-meanwhile', 'The link has been paid or has expired', { present: { status } });

/**
 * Withdraws a link: the provider accepts no more payments by it, and the slots of all of its dates are released. Throws 404 for a booking without a
 * link, 409 for a link that is paid or has expired, after recording that, and 503 when the provider does not respond; then nothing
 * has changed.
 */
export async function withdrawLink({ staff, ...deps }: LinkDeps, bookingId: string): Promise<void> {
  const { database, gateway, now } = deps;
  const order = await linkedOrder(database, await headOf(database, bookingId));
  try {
    await gateway.cancelLink(order.order_id);
  } catch (error) {
    const isRefused = error instanceof GatewayError && error.code === 'refused';
    if (!isRefused) return orProviderUnavailable(Promise.reject(error as Error));
    await syncWithProvider(deps, order);
    await orProviderUnavailable(syncLink(deps, order));
  }
  await staffChange({ database, now, staff, role: 'staff' }, async (tx): Promise<AuditedResult<null>> => {
    const bookings = await lockCustomerSeries(tx, bookingId);
    const [booking] = bookings;
    if (booking.status !== 'held') throw linkClosedError(booking);
    await endLinkedHold(tx, order, 'released');
    const changes = idsOf(bookings).map((id) => ({
      action: 'payment link withdrawn',
      subject: 'booking' as const,
      subjectId: id,
      was: { status: 'held' },
      became: { status: bookingCodes.released },
    }));
    return { result: null, changes };
  });
}
