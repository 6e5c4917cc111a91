import type { DeskBooking } from '../../../contract/desk/booking.ts';
import { shownAddress } from '../../../domain/account/accountIdentity.ts';
import { bookingReference } from '../../../domain/bookings/bookingReference.ts';
import { amountField } from '../../../domain/money/amounts.ts';
import { addressLine } from '../../../domain/rooms/addressLine.ts';
import { fullName } from '../../../domain/account/fullName.ts';
import { hasRole } from '../../../domain/account/roles.ts';
import { pointsFromHalf } from '../../../domain/money/points.ts';
import { rupeesAmount } from '../../../domain/money/pricing.ts';
import { slotTime } from '../../../domain/time/slots.ts';
import { stateOfCode } from '../../../domain/bookings/bookingStates.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { lockUserRow } from '../../account/users.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { paymentSummary, apiPayments } from '../../bookings/bookingPayments.ts';
import { refundsOfBooking } from '../../bookings/myBookings.ts';
import { cancellationRefund, cancelTermsOf, paidFor } from '../../bookings/cancelTerms.ts';
import { bookingColumns } from '../../platform/database/columns.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import type { Staff } from '../../audit/staffChange.ts';
import { bookedRates } from '../../rooms/prices.ts';
import { addressOf } from '../../rooms/rooms.ts';
import { deskTaxDocuments } from '../../invoices/correctInvoice.ts';
import { bookingHistory } from './bookingHistory.ts';
import { notesOfBooking } from './bookingNotes.ts';
import { refundableOf, refundRequestOf } from './refundable.ts';
import { headOf, lockSeriesBookings } from '../../slots/seriesDates.ts';
import type { StoredBooking } from '../../slots/storedBooking.ts';

const noSuchBooking = (): ApiError => new ApiError('not-found', 'There is no such booking');

/**
 * Reads a booking of any customer and locks first the customer's row, then the booking. Throws 404 for an unknown id and for a
 * move.
 */
export async function lockCustomerBooking(tx: Tx, bookingId: string): Promise<StoredBooking> {
  const owner = await tx
    .selectFrom('booking')
    .select('user_id')
    .where('id', '=', bookingId)
    .where('moves_booking_id', 'is', null)
    .executeTakeFirst();
  if (!owner) throw noSuchBooking();
  await lockUserRow(tx, owner.user_id);
  return tx
    .selectFrom('booking')
    .select(bookingColumns)
    .where('id', '=', bookingId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** `lockCustomerBooking` for all bookings of its series, the head first. They are locked in order of their ids. */
export async function lockCustomerSeries(
  tx: Tx,
  bookingId: string,
): Promise<readonly [StoredBooking, ...StoredBooking[]]> {
  const headId = await headOf(tx, bookingId);
  const owner = await tx
    .selectFrom('booking')
    .select('user_id')
    .where('id', '=', headId)
    .where('moves_booking_id', 'is', null)
    .executeTakeFirst();
  if (!owner) throw noSuchBooking();
  await lockUserRow(tx, owner.user_id);
  const bookings = await lockSeriesBookings(tx, headId);
  const head = bookings.find(({ id }) => id === headId) as StoredBooking;
  return [head, ...bookings.filter(({ id }) => id !== headId)];
}

/** All dates of a booking's series, ascending; empty for a single booking. */
async function seriesOf(tx: Tx, bookingId: string): Promise<NonNullable<DeskBooking['series']>> {
  const dates = await tx
    .selectFrom('booking')
    .innerJoin('room', 'room.id', 'booking.room_id')
    .innerJoin('series_date', 'series_date.booking_id', 'booking.id')
    .select(['booking.id', 'status', 'room.name as room_name', 'day', 'start_slot', 'end_slot'])
    .select(['paid_with', 'half_points', 'total_paise'])
    .where('head_id', '=', await headOf(tx, bookingId))
    .orderBy('day')
    .orderBy('start_slot')
    .execute();
  return dates.map(
    ({ id, status, room_name, day, start_slot, end_slot, paid_with, half_points, total_paise }) => ({
      booking_id: id,
      reference: bookingReference(id),
      state: stateOfCode(status),
      room_name,
      day,
      start_time: slotTime(start_slot),
      end_time: slotTime(end_slot),
      amount: amountField({ with: paid_with, amount: half_points ?? total_paise ?? 0 }),
    }),
  );
}

const linkFields = (link: { readonly short_url: string; readonly expires_at: Date }) => ({
  url: link.short_url,
  until: link.expires_at.toISOString(),
});

/** The latest payment link for longer times; null for none, and after another change of the booking. */
async function extensionOf(tx: Tx, { id, sequence }: StoredBooking): Promise<DeskBooking['extension']> {
  const found = await tx
    .selectFrom('booking')
    .innerJoin('payment_order', 'payment_order.booking_id', 'booking.id')
    .innerJoin('payment_link', 'payment_link.order_id', 'payment_order.order_id')
    .select(['booking.id', 'start_slot', 'end_slot', 'booking.status', 'moves_sequence'])
    .select(['short_url', 'expires_at', 'amount_paise'])
    .where('moves_booking_id', '=', id)
    .orderBy('payment_order.created_at', 'desc')
    .executeTakeFirst();
  if (!found) return null;
  const isPaid = found.status === 'moved';
  if ((found.moves_sequence ?? 0) + (isPaid ? 1 : 0) !== sequence) return null;
  return {
    id: found.id,
    start_time: slotTime(found.start_slot),
    end_time: slotTime(found.end_slot),
    amount: rupeesAmount(found.amount_paise),
    ...linkFields(found),
    state: isPaid ? 'paid' : found.status === 'moving' ? 'open' : 'over',
  };
}

async function readBooking(tx: Tx, id: string, now: EpochMs, staff: Staff): Promise<DeskBooking> {
  const booking = await tx
    .selectFrom('booking')
    .select(bookingColumns)
    .where('id', '=', id)
    .where('moves_booking_id', 'is', null)
    .executeTakeFirst();
  if (!booking) throw noSuchBooking();
  const headId = await headOf(tx, id);
  const details = await tx
    .selectFrom('app_user')
    .innerJoin('room', (join) => join.on('room.id', '=', booking.room_id))
    .leftJoin('desk_booking', (join) => join.on('desk_booking.booking_id', '=', id))
    .select(['first_name', 'last_name', 'email', 'phone', 'company_name', 'is_member', 'half_points'])
    .select(['room.name as room_name', 'arrival', 'note'])
    .select(['floor', 'building_no', 'street_name', 'area_name', 'city', 'pincode'])
    .where('app_user.id', '=', booking.user_id)
    .executeTakeFirstOrThrow();
  const link = await tx
    .selectFrom('payment_link')
    .innerJoin('payment_order', 'payment_order.order_id', 'payment_link.order_id')
    .select(['short_url', 'expires_at', 'payment_order.status as order_status', 'amount_paise'])
    .where('payment_order.booking_id', '=', headId)
    .executeTakeFirst();
  const { paid_with: paidWith } = booking;
  return {
    id,
    reference: bookingReference(id),
    state: stateOfCode(booking.status),
    status: booking.status,
    sequence: booking.sequence,
    customer: {
      name: fullName(details.first_name, details.last_name),
      email: shownAddress({ id: booking.user_id, email: details.email }),
      phone: details.phone,
      company: details.company_name ?? '',
      is_member: details.is_member,
      points: pointsFromHalf(details.half_points),
    },
    room_id: booking.room_id,
    room_name: details.room_name,
    room_address: addressLine(addressOf(details)),
    day: booking.day,
    start_time: slotTime(booking.start_slot),
    end_time: slotTime(booking.end_slot),
    paid_with: paidWith,
    amount: amountField({ with: paidWith, amount: paidFor(booking).amount }),
    ...bookedRates(booking),
    payments: apiPayments(paidWith, await paymentSummary(tx, booking)),
    booked_at: booking.created_at.toISOString(),
    cancelled_at: booking.cancelled_at?.toISOString() ?? null,
    returned: booking.returned === null ? null : amountField({ with: paidWith, amount: booking.returned }),
    arrival: details.arrival,
    note: details.note ?? '',
    notes: (await notesOfBooking(tx, id)).map(({ id: noteId, at, staff_name: by, text }) => ({
      id: noteId,
      at: at.toISOString(),
      by,
      text,
    })),
    history: await bookingHistory(tx, booking),
    headcount: booking.headcount,
    wishes: booking.wishes ?? '',
    series: await seriesOf(tx, id),
    link: link
      ? {
          ...linkFields(link),
          state: link.order_status === 'paid' ? 'paid' : booking.status === 'held' ? 'open' : 'over',
          amount: rupeesAmount(link.amount_paise),
        }
      : null,
    extension: await extensionOf(tx, booking),
    documents: await deskTaxDocuments(tx, id, { mayCorrect: hasRole(staff.role, 'manager'), now }),
    refunds: await refundsOfBooking(tx, id),
    refundable: await refundableOf(tx, booking, staff.role),
    refund_request: await refundRequestOf(tx, id, staff),
    terms:
      booking.status === 'confirmed'
        ? cancelTermsOf(booking, await cancellationRefund(tx, booking, now))
        : null,
  };
}

/**
 * A booking with its customer, its payments, and the desk's records, read from one state of the database. Throws 404 for an
 * unknown id and for a move.
 */
export const deskBooking = (
  database: Database,
  id: string,
  now: EpochMs,
  staff: Staff,
): Promise<DeskBooking> => inSnapshot(database, (tx) => readBooking(tx, id, now, staff));
