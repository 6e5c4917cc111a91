import { randomUUID } from 'node:crypto';
import type { SentPaymentLink, PaymentLinkRequest } from '../../contract/deskMoney.ts';
import { brand } from '../../domain/brand.ts';
import { fullDate, instantOf } from '../../domain/calendar.ts';
import { linkDeadline } from '../../domain/paymentLink.ts';
import { rupeesAmount } from '../../domain/pricing.ts';
import { clockTime, slotTime } from '../../domain/slots.ts';
import { ApiError, fieldError } from '../apiError.ts';
import { claimSlots, extendSlots } from '../bookings/bookingSlots.ts';
import { SlotTaken } from '../bookings/bookingTransaction.ts';
import type { Database, Tx } from '../database/schema.ts';
import { queueLetter } from '../letters/outbox.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import type { GatewayLink } from '../payments/entities.ts';
import { holdUntil } from '../payments/holdTimes.ts';
import { endLinkedHold, syncLink, cancelHoldOfFailedLink } from '../payments/links.ts';
import { firstCheck } from '../payments/orderPollSchedule.ts';
import { GatewayError } from '../payments/gatewayError.ts';
import { holdReleased, orProviderUnavailable } from '../payments/paymentErrors.ts';
import { orderOf, type PaymentOrder } from '../payments/records.ts';
import { syncWithProvider } from '../payments/release.ts';
import { policyAt } from '../rooms/policies.ts';
import { lockBooking } from './deskBooking.ts';
import { prepareSale } from './sale.ts';
import { staffChange, type Changed, type Staff } from './staffChange.ts';
import type { StoredBooking } from '../bookings/storedBooking.ts';

interface Held {
  readonly bookingId: string;
  readonly totalPaise: number;
  /** Until when the link can be paid, milliseconds since 1970. */
  readonly until: number;
}

/** Holds the slots as long as any checkout, which is ample for making the link; then they are held until its deadline. */
async function holdForLink(
  tx: Tx,
  request: PaymentLinkRequest,
  { passwordHash, now }: { readonly passwordHash: string; readonly now: number },
): Promise<Changed<Held>> {
  const { mid: roomId, bdate: day } = request;
  const { range, total, customer } = await prepareSale(tx, request, { passwordHash, now });
  const until = linkDeadline(instantOf(day, range.start), now);
  if (until === null) {
    throw fieldError('stime', 'is too soon for a payment link: take cash or UPI, or choose a later time');
  }
  const bookingId = randomUUID();
  const expires = holdUntil(now);
  await tx
    .insertInto('booking')
    .values({
      id: bookingId,
      user_id: customer.id,
      room_id: roomId,
      day,
      start_slot: range.start,
      end_slot: range.end,
      status: 'held',
      paid_with: 'card',
      total_paise: total,
      created_at: new Date(now),
      hold_expires_at: expires,
      policy: policyAt(now, 'card', undefined),
    })
    .execute();
  const claim = { bookingId, roomId, day, range, holdUntil: expires, now };
  if (!(await claimSlots(tx, claim))) throw new SlotTaken();
  const became = {
    user_id: customer.id,
    room_id: roomId,
    day,
    from: slotTime(range.start),
    to: slotTime(range.end),
    amount: rupeesAmount(total),
  };
  const change = { action: 'held for a payment link', subject: 'booking', subjectId: bookingId } as const;
  return {
    result: { bookingId, totalPaise: total, until },
    changes: [{ ...change, was: null, became }],
  };
}

/** What the provider's page says of a booking. */
async function linkFor(database: Database, { bookingId, totalPaise, until }: Held) {
  const about = await database
    .selectFrom('booking')
    .innerJoin('room', 'room.id', 'booking.room_id')
    .innerJoin('app_user', 'app_user.id', 'booking.user_id')
    .select(['name', 'day', 'start_slot', 'end_slot', 'first_name', 'last_name', 'email', 'phone'])
    .where('booking.id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return {
    amountPaise: totalPaise,
    reference: `bk_${bookingId}`,
    description: `${brand.name}: ${about.name}, ${fullDate(about.day)}, ${clockTime(about.start_slot)} to ${clockTime(about.end_slot)}`,
    customer: {
      name: [about.first_name, about.last_name].filter(Boolean).join(' '),
      email: about.email,
      contact: about.phone,
    },
    notes: { booking_id: bookingId },
    until,
  };
}

/** Stores a link as the order of its booking, holds the slots until its deadline, and queues the letter that brings it. */
async function storeLink(
  tx: Tx,
  link: GatewayLink,
  { bookingId, totalPaise, until }: Held,
  now: number,
): Promise<Changed<null>> {
  const booking = await lockBooking(tx, bookingId);
  if (booking.status !== 'held') throw holdReleased();
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
  await extendSlots(tx, bookingId, expires);
  await tx.updateTable('booking').set({ hold_expires_at: expires }).where('id', '=', bookingId).execute();
  await queueLetter(tx, {
    kind: 'payment-link',
    key: link.id,
    to: { userId: booking.user_id },
    payload: { booking_id: bookingId },
    now,
    until,
  });
  const change = {
    action: 'payment link made',
    subject: 'booking',
    subjectId: bookingId,
    was: null,
    became: { link: link.id, until: expires.toISOString() },
  } as const;
  return { result: null, changes: [change] };
}

interface LinkDeps extends PaymentDeps {
  readonly staff: Staff;
  readonly passwordHash: string;
}

/**
 * Books for a caller who pays by a link (decision 0042): holds the slots, makes the link at the provider, and sends it. The
 * provider is called between two transactions; what is interrupted there is released like any hold without an order. Refuses
 * as a sale at the desk does, with 400 times that begin too soon, and with 503, everything undone, when the provider does
 * not respond; throws `SlotTaken`.
 */
export async function makeLink(
  { staff, passwordHash, ...deps }: LinkDeps,
  request: PaymentLinkRequest,
): Promise<SentPaymentLink> {
  const { database, gateway, now } = deps;
  const change = { database, now, staff, role: 'staff' } as const;
  const held = await staffChange(change, (tx) => holdForLink(tx, request, { passwordHash, now: now() }));
  let link: GatewayLink;
  try {
    link = await orProviderUnavailable(gateway.createLink(await linkFor(database, held)));
    await staffChange(change, (tx) => storeLink(tx, link, held, now()));
  } catch (error) {
    await cancelHoldOfFailedLink(database, held.bookingId);
    throw error;
  }
  return { booking_id: held.bookingId, url: link.url, until: new Date(held.until).toISOString() };
}

/** The order of a booking that is a link. Refuses (404) any other. */
async function linkedOrder(database: Database, bookingId: string): Promise<PaymentOrder> {
  const order = await orderOf(database, bookingId);
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

const present = ({ status }: Pick<StoredBooking, 'status'>): ApiError =>
  new ApiError('changed-meanwhile', 'The link is paid or over by now', { present: { status } });

/**
 * Takes a link back: nobody can pay by it any more, and the slots are free. Refuses with 404 a booking without one, with 409 one
 * that is paid or over, which is recorded, and with 503, with nothing changed, when the provider does not respond.
 */
export async function withdrawLink(
  { staff, ...deps }: Omit<LinkDeps, 'passwordHash'>,
  bookingId: string,
): Promise<void> {
  const { database, gateway, now } = deps;
  const order = await linkedOrder(database, bookingId);
  try {
    await gateway.cancelLink(order.order_id);
  } catch (error) {
    const isRefused = error instanceof GatewayError && error.code === 'refused';
    if (!isRefused) return orProviderUnavailable(Promise.reject(error as Error));
    await syncWithProvider(deps, order);
    await orProviderUnavailable(syncLink(deps, order));
  }
  await staffChange({ database, now, staff, role: 'staff' }, async (tx): Promise<Changed<null>> => {
    const booking = await lockBooking(tx, bookingId);
    if (booking.status !== 'held') throw present(booking);
    await endLinkedHold(tx, order, 'cancelled');
    const change = {
      action: 'payment link withdrawn',
      subject: 'booking',
      subjectId: bookingId,
      was: { status: 'held' },
      became: { status: 'cancelled' },
    } as const;
    return { result: null, changes: [change] };
  });
}
