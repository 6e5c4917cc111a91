import type { SellRequest } from '../../contract/desk/money/money.ts';
import { bookingWindow, dateAt } from '../../domain/time/calendar.ts';
import { messages } from '../../domain/text/messages.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { parseBookingTimes, slotTime, type SlotRange } from '../../domain/time/slots.ts';
import { ApiError, fieldError, noSuchRoom } from '../platform/http/apiError.ts';
import {
  brokenLengthRule,
  brokenRuleOfAccount,
  lockRoomAsItIs,
  roomIsOnSite,
} from '../rules/bookingRules.ts';
import { lengthError } from '../rules/lengthError.ts';
import { insertSeriesOrBooking } from '../bookings/series/insertSeries.ts';
import type { BookingValues } from '../checkout/bookingRow.ts';
import type { Tx } from '../platform/database/schema.ts';
import { bookedEmail, queueEmail } from '../outbox/outbox.ts';
import { queueInvoice } from '../invoices/queueTaxDocuments.ts';
import { saveEnteredBilling } from '../invoices/billingDetails.ts';
import { checkInvoiceName } from '../invoices/checkInvoiceName.ts';
import { policyAt } from '../rooms/policies.ts';
import { checkAmount, pricedColumns, tariffOn } from '../rooms/prices.ts';
import { customerOf, type Customer, type CustomerDeps } from '../account/address/givenAccount.ts';
import { insertDeskPayment } from './booking/deskPayment.ts';
import { chargeCompany } from '../companies/charges.ts';
import { addNote } from './booking/deskNotes.ts';
import type { StoredBooking } from '../slots/storedBooking.ts';
import type { AuditedChange, AuditedResult, Staff } from '../audit/staffChange.ts';

/** A sale without its payment method. */
type Sale = Omit<SellRequest, 'method' | 'reference'> & {
  /** The invoice names the company. */
  readonly isOnAccount?: boolean;
};

interface PreparedSale {
  readonly range: SlotRange;
  /** IST dates, ascending. */
  readonly days: readonly string[];
  /** Of each date, in the same order. */
  readonly prices: readonly ReturnType<typeof pricedColumns>[];
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
  const { mid: roomId } = request;
  const days = [request.bdate, ...request.later_dates] as const;
  const range = parseBookingTimes(request) as SlotRange;
  const { first, last } = bookingWindow(now);
  if (days[0] < first || (days.at(-1) as string) > last)
    throw fieldError('bdate', `must be from ${first} to ${last}`);
  await lockRoomAsItIs(tx, roomId);
  const room = await tx
    .selectFrom('room')
    .select(['min_slots', 'max_slots', brokenLengthRule(range).as('broken_length')])
    .select(tariffOn(dateAt(now)))
    .where('id', '=', roomId)
    .where(roomIsOnSite)
    .executeTakeFirst();
  if (!room) throw noSuchRoom('mid');
  if (room.broken_length !== null) throw lengthError(room.broken_length, room);
  const prices = days.map((day) => pricedColumns(room, day, range));
  const total = prices.reduce((sum, { total_paise: price }) => sum + price, 0);
  checkAmount(request.amount, total, room);
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
  return { range, days, prices, total, customer, changes };
}

interface SoldDates {
  /** One, or all of a series. */
  readonly bookings: readonly [StoredBooking, ...StoredBooking[]];
  /** Of each date, for the history of its booking and for the audit. */
  readonly changes: readonly AuditedChange[];
}

/**
 * Books the dates of a prepared sale, all or none (decision 0059), with the note of the staff. `values`: of each booking.
 * `became`: of each entry of the audit, besides the times, with the price of its date in rupees. Throws `SlotTaken`.
 */
export async function bookDatesOfSale(
  tx: Tx,
  { range, days, prices, customer }: PreparedSale,
  { mid: roomId, note }: Sale,
  {
    values,
    action,
    became,
  }: {
    values: Omit<BookingValues, 'paid_with'>;
    action: string;
    became: (price: string) => AuditedChange['became'];
  },
  { staff, now }: { readonly staff: Staff; readonly now: EpochMs },
): Promise<SoldDates> {
  const dates = prices.map((price, nth) => ({
    requested: { userId: customer.id, roomId, day: days[nth] as string, range, now },
    amount: price.total_paise,
    values: {
      ...values,
      paid_with: 'card' as const,
      ...price,
      policy: policyAt(now, 'card', undefined),
    },
  }));
  const bookings = await insertSeriesOrBooking(tx, dates, now);
  const changes: AuditedChange[] = bookings.map(({ id, day, total_paise: price }) => ({
    action,
    subject: 'booking',
    subjectId: id,
    was: null,
    became: {
      user_id: customer.id,
      room_id: roomId,
      day,
      from: slotTime(range.start),
      to: slotTime(range.end),
      ...became(rupeesAmount(price ?? 0)),
    },
  }));
  if (note !== undefined) {
    for (const { id } of bookings)
      changes.push(...(await addNote(tx, { booking_id: id, note }, staff, now)).changes);
  }
  return { bookings, changes };
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
  const { method, reference } = request;
  const now = deps.now();
  const prepared = await prepareSale(tx, 'sale', { ...request, isOnAccount: method === 'account' }, deps);
  const { customer, total, changes } = prepared;

  const charge = method === 'account' ? await chargeCompany(tx, customer.id, total) : null;
  const sold = await bookDatesOfSale(
    tx,
    prepared,
    request,
    {
      values: { status: 'confirmed', confirmed_at: new Date(now) },
      action: 'sold at the desk',
      became: (paid) => ({
        paid,
        method,
        reference: reference ?? null,
        ...(charge && { company: charge.name }),
      }),
    },
    { staff, now },
  );
  const [booking, ...others] = sold.bookings;
  const { id: bookingId } = booking;
  const paid = { bookingId, amountPaise: total };
  const paymentId = await insertDeskPayment(tx, paid, { method, reference, staff }, charge, now);
  await queueInvoice(tx, { bookingId, paymentId, amountPaise: total, paidFor: 'booking', now });
  await queueEmail(tx, bookedEmail(booking, now, others));
  return { result: { bookingId }, changes: [...changes, ...sold.changes] };
}
