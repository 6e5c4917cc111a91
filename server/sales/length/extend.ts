import type { ExtendRequest } from '../../../contract/desk/changedLength.ts';
import { amountField } from '../../../domain/money/amounts.ts';
import { isOnAccount } from '../../../domain/money/deskPayment.ts';
import { instantOf } from '../../../domain/time/calendar.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { AuditedResult, Staff } from '../../audit/staffChange.ts';
import { fromHundredths } from '../../bookings/cancelTerms.ts';
import { slotRangeColumns } from '../../checkout/bookingRow.ts';
import { SlotTaken } from '../../checkout/bookingTransaction.ts';
import { checkInvoiceName } from '../../invoices/checkInvoiceName.ts';
import { usePoints } from '../../ledger/ledger.ts';
import { movedEmail, queueEmail } from '../../outbox/outbox.ts';
import { applyMove } from '../../payments/applyMove.ts';
import { holdUntil } from '../../payments/holdTimes.ts';
import { bookingColumns } from '../../platform/database/columns.ts';
import { fieldError } from '../../platform/http/apiError.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { moveSlots } from '../../slots/bookingSlots.ts';
import type { StoredBooking } from '../../slots/storedBooking.ts';
import { chargeCompany } from '../../companies/charges.ts';
import { insertDeskPayment, type DeskPayment } from '../booking/deskPayment.ts';
import { auditOfLength, isChangedBy } from './changedLength.ts';
import { lockExtension, type Extension } from './extension.ts';

/** Stores the row of the longer times, which holds them until they are paid. `holdExpires`: when that ends. */
export const insertExtension = (
  tx: Tx,
  { booking, to, price, slotPrices }: Extension,
  holdExpires: Date,
  now: EpochMs,
): Promise<StoredBooking> =>
  tx
    .insertInto('booking')
    .values({
      user_id: booking.user_id,
      ...slotRangeColumns(to),
      status: 'moving',
      paid_with: 'card',
      total_paise: price,
      slot_prices: slotPrices,
      created_at: new Date(now),
      hold_expires_at: holdExpires,
      moves_booking_id: booking.id,
      moves_sequence: booking.sequence,
    })
    .returning(bookingColumns)
    .executeTakeFirstOrThrow();

/** The order and the payment of an extension are stored like those of a move that was paid by card. Throws `SlotTaken`. */
async function payAtDesk(tx: Tx, extension: Extension, payment: DeskPayment, now: EpochMs): Promise<void> {
  const { booking, price: amountPaise } = extension;
  const charge =
    payment.method === 'account'
      ? await chargeCompany(tx, booking.user_id, amountPaise, booking.paid_by_payment_id)
      : null;
  if (!charge) await checkInvoiceName(tx, booking.user_id);
  const move = await insertExtension(tx, extension, holdUntil(now), now);
  const id = await insertDeskPayment(tx, { bookingId: move.id, amountPaise }, payment, charge, now);
  if (!(await applyMove(tx, { booking, move, by: 'staff' }, { id, amountPaise }, now))) throw new SlotTaken();
}

/** Throws as `usePoints`, and `SlotTaken`. */
async function payWithPoints(tx: Tx, { booking, from, to, price }: Extension, now: EpochMs): Promise<void> {
  await usePoints(tx, booking.user_id, price, { bookingId: booking.id, at: now });
  const slots = { bookingId: booking.id, holdId: null, from, to, by: 'staff', now } as const;
  if (!(await moveSlots(tx, slots))) throw new SlotTaken();
  const sequence = booking.sequence + 1;
  await tx
    .updateTable('booking')
    .set({ ...slotRangeColumns(to), sequence, half_points: (booking.half_points ?? 0) + price })
    .where('id', '=', booking.id)
    .execute();
  const change = { halfPoints: price, length: 'longer' } as const;
  await queueEmail(tx, movedEmail({ ...booking, sequence }, change, now));
}

/**
 * Makes a customer's booking longer, before or while it runs; or after its end, when its people stay. The customer pays the added
 * slots at the desk, or with the points of a booking with points, and receives the email about a change and the invoice. A repeated
 * call changes nothing. Throws as `lockExtension` and `usePoints`, 400 for a method that does not fit the booking, and `SlotTaken`;
 * `staffChange` throws 409 for a used UPI reference.
 */
export async function extendAtDesk(
  tx: Tx,
  request: ExtendRequest,
  staff: Staff,
  now: EpochMs,
): Promise<AuditedResult<null>> {
  const { method, reference } = request;
  const extension = await lockExtension(tx, request, now, (booking) =>
    isChangedBy(tx, request, staff, {
      paid: amountField({ with: booking.paid_with, amount: fromHundredths(booking, request.amount) }),
      method,
      reference: reference ?? null,
    }),
  );
  if (!extension) return { result: null, changes: [] };
  const { booking, from, price } = extension;
  if (method === 'points') {
    if (booking.paid_with !== 'points')
      throw fieldError('method', 'must be cash, UPI or a payment link: the booking was not paid with points');
    await payWithPoints(tx, extension, now);
  } else {
    if (booking.paid_with === 'points')
      throw fieldError('method', 'must be points: the booking was paid with points');
    if (isOnAccount(booking) && method !== 'account')
      throw fieldError('method', 'must be on account: the booking is on account');
    if (!isOnAccount(booking) && method === 'account')
      throw fieldError('method', 'must be cash, UPI or a payment link: the booking is not on account');
    await payAtDesk(tx, extension, { method, reference, staff }, now);
  }
  const isOver = now >= instantOf(booking.day, from.range.end);
  const audited = auditOfLength(extension);
  const change = {
    action: isOver ? 'overstay sold' : 'extended at the desk',
    subject: 'booking',
    subjectId: booking.id,
    was: audited.was,
    became: {
      ...audited.became,
      paid: amountField({ with: booking.paid_with, amount: price }),
      method,
      reference: reference ?? null,
    },
  } as const;
  return { result: null, changes: [change] };
}
