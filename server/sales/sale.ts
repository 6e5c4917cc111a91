import { randomBytes } from 'node:crypto';
import type { SellRequest } from '../../contract/desk/money/money.ts';
import { bookingWindow, dateAt } from '../../domain/time/calendar.ts';
import { messages } from '../../domain/text/messages.ts';
import { priceOf, rupeesAmount } from '../../domain/money/pricing.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { parseBookingTimes, slotCount, slotTime, type SlotRange } from '../../domain/time/slots.ts';
import { ApiError, fieldError, noSuchRoom } from '../platform/http/apiError.ts';
import {
  brokenLengthRule,
  brokenRuleOfAccount,
  lockRoomAsItIs,
  roomIsOnSite,
} from '../rules/bookingRules.ts';
import { lengthError } from '../rules/lengthError.ts';
import { insertDates, type SeriesBooking } from '../bookings/series/insertSeries.ts';
import { insertBooking } from '../checkout/insertBooking.ts';
import type { Tx } from '../platform/database/schema.ts';
import { bookedEmail, queueEmail } from '../outbox/outbox.ts';
import { queueInvoice } from '../invoices/queueTaxDocuments.ts';
import { saveEnteredBilling } from '../invoices/billingDetails.ts';
import { checkInvoiceName } from '../invoices/checkInvoiceName.ts';
import { policyAt } from '../rooms/policies.ts';
import { priceOn } from '../rooms/prices.ts';
import { customerOf, type Customer, type CustomerDeps } from '../account/address/givenAccount.ts';
import { chargeCompany, storeCharge } from './companies/charges.ts';
import { addNote } from './booking/deskNotes.ts';
import type { StoredBooking } from '../slots/storedBooking.ts';
import type { AuditedChange, AuditedResult, Staff } from '../audit/staffChange.ts';

/** A sale without its payment method. */
type Sale = Omit<SellRequest, 'method' | 'reference' | 'later_dates'> &
  Partial<Pick<SellRequest, 'later_dates'>> & {
    /** The invoice names the company. */
    readonly isOnAccount?: boolean;
  };

interface PreparedSale {
  readonly range: SlotRange;
  /** In paise, of all dates. */
  readonly total: number;
  readonly customer: Customer;
  /** For the audit: what the sale has changed about the customer. */
  readonly changes: readonly AuditedChange[];
}

/** Throws as `sellAtDesk`. */
export async function prepareSale(
  tx: Tx,
  door: 'sale' | 'paymentLink',
  request: Sale,
  deps: CustomerDeps,
): Promise<PreparedSale> {
  const now = deps.now();
  const { mid: roomId, bdate: day, later_dates: laterDates = [] } = request;
  const range = parseBookingTimes(request) as SlotRange;
  const { first, last } = bookingWindow(now);
  if (day < first || (laterDates.at(-1) ?? day) > last)
    throw fieldError('bdate', `must be from ${first} to ${last}`);
  await lockRoomAsItIs(tx, roomId);
  const room = await tx
    .selectFrom('room')
    .select(['min_slots', 'max_slots', brokenLengthRule(range).as('broken_length')])
    .select(priceOn(dateAt(now)).as('price_per_hour_paise'))
    .where('id', '=', roomId)
    .where(roomIsOnSite)
    .executeTakeFirst();
  if (!room) throw noSuchRoom('mid');
  if (room.broken_length !== null) throw lengthError(room.broken_length, room);
  const total = priceOf(room.price_per_hour_paise, slotCount(range)).total * (1 + laterDates.length);
  if (request.amount !== total) {
    throw new ApiError('price-changed', 'The price has changed', {
      amount: rupeesAmount(total),
      price_per_hour: room.price_per_hour_paise / 100,
    });
  }
  const customer = await customerOf(tx, door, request, deps);
  if ((await brokenRuleOfAccount(tx, customer.id)) !== null)
    throw new ApiError('blocked', messages.booking.blocked);
  const billing = await saveEnteredBilling(tx, customer.id, request, now);
  if (!request.isOnAccount)
    await checkInvoiceName(tx, customer.id, request.company_name === '' ? 'first_name' : 'company_name');
  const billingChange = {
    action: 'invoice details entered',
    subject: 'account',
    subjectId: customer.id,
  } as const;
  const changes = [
    ...customer.changes,
    ...(billing ? [{ ...billingChange, was: null, became: { fields: billing } }] : []),
  ];
  return { range, total, customer, changes };
}

/** Adds the note of a sale to its booking. Returns the changes for the audit. */
export async function noteOfSale(
  tx: Tx,
  bookingId: string,
  note: string | undefined,
  staff: Staff,
  now: EpochMs,
): Promise<readonly AuditedChange[]> {
  if (note === undefined) return [];
  return (await addNote(tx, { booking_id: bookingId, note }, staff, now)).changes;
}

/**
 * Books for a customer who has paid at the desk, in cash or by UPI, or on the account of the customer's company. A sale that repeats is a series with one payment and one
 * invoice (decision 0059): all of its dates are booked, or none. The order, the payment and the invoice are stored like
 * those of a payment by card (decision 0042), so the booking is cancelled, moved and invoiced like any other. Throws 404 for an
 * unknown room and for a new customer without a name and a phone number, 403 for a blocked account, 409 'price-changed', 400
 * for a day that cannot be booked, 409 'email-unconfirmed' as `customerOf`, and `SlotTaken`; `staffChange` throws 409 for a
 * used UPI reference, and `chargeCompany` 400 for a booking on account.
 */
export async function sellAtDesk(
  tx: Tx,
  request: SellRequest,
  { staff, ...deps }: CustomerDeps & { readonly staff: Staff },
): Promise<AuditedResult<{ bookingId: string }>> {
  const { mid: roomId, bdate: day, later_dates: laterDates, method, reference } = request;
  const now = deps.now();
  const { range, total, customer, changes } = await prepareSale(
    tx,
    'sale',
    { ...request, isOnAccount: method === 'account' },
    deps,
  );

  const at = new Date(now);
  const charge = method === 'account' ? await chargeCompany(tx, customer.id, total) : null;
  const paymentId = charge?.paymentId ?? `desk_${method}_${randomBytes(7).toString('hex')}`;
  const days = [day, ...laterDates];
  const price = total / days.length;
  const dateOn = (each: string): SeriesBooking => ({
    requested: { userId: customer.id, roomId, day: each, range, now },
    amount: price,
    values: {
      status: 'confirmed',
      paid_with: 'card',
      total_paise: price,
      confirmed_at: at,
      policy: policyAt(now, 'card', undefined),
    },
  });
  const single = dateOn(day);
  const bookings = (
    laterDates.length === 0
      ? [await insertBooking(tx, single.requested, single.values)]
      : await insertDates(tx, days.map(dateOn), now)
  ) as [StoredBooking, ...StoredBooking[]];
  const [booking, ...others] = bookings;
  const { id: bookingId } = booking;
  await tx
    .insertInto('payment_order')
    .values({
      order_id: paymentId,
      booking_id: bookingId,
      amount_paise: total,
      status: 'paid',
      created_at: at,
    })
    .execute();
  await tx
    .insertInto('payment')
    .values({
      payment_id: paymentId,
      order_id: paymentId,
      amount_paise: total,
      status: 'captured',
      recorded_at: at,
    })
    .execute();
  if (charge) await storeCharge(tx, charge, staff, now);
  else if (method !== 'account')
    await tx
      .insertInto('desk_payment')
      .values({
        payment_id: paymentId,
        method,
        reference: reference ?? null,
        taken_by: staff.id,
        taken_at: at,
      })
      .execute();
  await tx
    .updateTable('booking')
    .set({ paid_by_payment_id: paymentId })
    .where('id', '=', bookingId)
    .execute();
  await queueInvoice(tx, { bookingId, paymentId, amountPaise: total, paidFor: 'booking', now });
  await queueEmail(tx, bookedEmail(booking, now, others));
  // Each date has its own entry, for the history of its booking.
  const sold = bookings.map((each) => ({
    action: 'sold at the desk',
    subject: 'booking' as const,
    subjectId: each.id,
    was: null,
    became: {
      user_id: customer.id,
      room_id: roomId,
      day: each.day,
      from: slotTime(range.start),
      to: slotTime(range.end),
      paid: rupeesAmount(price),
      method,
      reference: reference ?? null,
      ...(charge && { company: charge.name }),
    },
  }));
  const noted: AuditedChange[] = [];
  for (const { id } of bookings) noted.push(...(await noteOfSale(tx, id, request.note, staff, now)));
  return { result: { bookingId }, changes: [...changes, ...sold, ...noted] };
}
