import { sql } from 'kysely';
import type { ExportResponse } from '../../contract/account/account.ts';
import { emailKey } from '../../domain/account/email.ts';
import { pointsFromHalf } from '../../domain/money/points.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import { slotTime } from '../../domain/time/slots.ts';
import { stateOfCode } from '../../domain/bookings/bookingStates.ts';
import { refundReason } from '../payments/refunds/refundReason.ts';
import { anyOf } from '../platform/database/anyOf.ts';
import type { AccountDeps } from '../account/address/deps.ts';
import type { User } from '../account/users.ts';
import { allEntries } from '../ledger/entries.ts';

const isoTime = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** All data that is stored about a user, with the API's field names. It contains no hash, token or id of another person. */
export async function exportData(
  { database, sessions, now }: Pick<AccountDeps, 'database' | 'sessions' | 'now'>,
  user: User,
): Promise<ExportResponse> {
  const bookings = await database
    .selectFrom('booking')
    .innerJoin('room', 'room.id', 'booking.room_id')
    .select([
      'booking.id',
      'room.name as room_name',
      'booking.day',
      'booking.start_slot',
      'booking.end_slot',
      'booking.status',
      'booking.paid_with',
      'booking.half_points',
      'booking.total_paise',
      'booking.created_at',
      'booking.confirmed_at',
      'booking.cancelled_at',
      'booking.headcount',
      'booking.wishes',
    ])
    .where('booking.user_id', '=', user.id)
    .orderBy('booking.day')
    .orderBy('booking.start_slot')
    .orderBy('booking.id')
    .execute();
  // A union, whose parts use an index each: a condition on the user of either table would read every order.
  const ownOrders = await database
    .selectFrom('payment_order')
    .innerJoin('booking', 'booking.id', 'payment_order.booking_id')
    .select('order_id')
    .where('booking.user_id', '=', user.id)
    .unionAll((eb) =>
      eb
        .selectFrom('payment_order')
        .innerJoin('point_purchase', 'point_purchase.id', 'payment_order.purchase_id')
        .select('order_id')
        .where('point_purchase.user_id', '=', user.id),
    )
    .execute();
  // The planner does not know how few they are, and would read whole tables to join them.
  const ownOrderIds = ownOrders.map(({ order_id: id }) => id);
  const payments = await database
    .selectFrom('payment')
    .innerJoin('payment_order', 'payment_order.order_id', 'payment.order_id')
    .leftJoin('point_purchase', 'point_purchase.id', 'payment_order.purchase_id')
    .select([
      'payment.payment_id',
      'payment.order_id',
      'payment_order.booking_id',
      'point_purchase.half_points',
      'payment.amount_paise',
      'payment.status',
      'payment.recorded_at',
    ])
    .where('payment_order.order_id', '=', anyOf(ownOrderIds, 'text'))
    .orderBy('payment.recorded_at')
    .execute();
  const refunds = await database
    .selectFrom('refund')
    .innerJoin('payment', 'payment.payment_id', 'refund.source_payment_id')
    .select([
      'refund.booking_id',
      'refund.source_payment_id',
      'refund.amount_paise',
      refundReason.as('reason'),
      'refund.status',
      'refund.due_since',
    ])
    .where('payment.order_id', '=', anyOf(ownOrderIds, 'text'))
    .orderBy('refund.due_since')
    .execute();
  const billingDetails = await database
    .selectFrom('billing_details')
    .select(['name', 'address', 'gstin', 'state', 'is_sez'])
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  const company = await database
    .selectFrom('company_member')
    .innerJoin('company', 'company.id', 'company_member.company_id')
    .select('name')
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  const taxDocuments = await database
    .selectFrom('paper')
    .select(['kind', 'number', 'issued_on', 'booking_id', 'total_paise'])
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute();
  const waitingList = await database
    .selectFrom('waitlist_entry')
    .innerJoin('room', 'room.id', 'waitlist_entry.room_id')
    .select(['room.name as room_name', 'day', 'start_slot', 'end_slot', 'state', 'created_at'])
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute();
  const moves = await database
    .selectFrom('booking_move')
    .innerJoin('booking', 'booking.id', 'booking_move.booking_id')
    .innerJoin('room as was', 'was.id', 'booking_move.was_room_id')
    .innerJoin('room', 'room.id', 'booking_move.room_id')
    .select(['booking_id', 'at', 'was.name as was_room_name', 'was_day', 'was_start_slot', 'was_end_slot'])
    .select([
      'room.name as room_name',
      'booking_move.day',
      'booking_move.start_slot',
      'booking_move.end_slot',
    ])
    .where('booking.user_id', '=', user.id)
    .orderBy('booking_move.id')
    .execute();
  const points = (await allEntries(database, user.id)).map(({ id: _id, ...entry }) => entry);
  // Anyone can write any address into an enquiry, so only a user whose address is confirmed gets the enquiries sent with it.
  const enquiries =
    user.email_confirmed_at === null
      ? []
      : await database
          .selectFrom('enquiry')
          .select(['name', 'email', 'phone', 'enquire_for', 'wanted_on', 'people', 'message', 'created_at'])
          .where(sql`lower(email collate "C")`, '=', emailKey(user.email))
          .orderBy('created_at')
          .execute();

  return {
    exported_at: new Date(now()).toISOString(),
    account: {
      email: user.email,
      email_confirmed_at: isoTime(user.email_confirmed_at),
      first_name: user.first_name,
      last_name: user.last_name,
      phone: user.phone,
      company_name: user.company_name,
      website: user.website,
      business_type: user.business_type,
      is_member: user.is_member,
      books_for_company: company?.name ?? null,
      lit_points: pointsFromHalf(user.half_points),
      created_at: isoTime(user.created_at),
    },
    bookings: bookings.map(({ day, start_slot, end_slot, half_points, total_paise, ...booking }) => ({
      ...booking,
      state: stateOfCode(booking.status),
      booking_date: day,
      starts_at: slotTime(start_slot),
      ends_at: slotTime(end_slot),
      points: half_points === null ? null : pointsFromHalf(half_points),
      amount: total_paise === null ? null : rupeesAmount(total_paise),
    })),
    moves: moves.map(({ at, was_start_slot, was_end_slot, start_slot, end_slot, ...move }) => ({
      ...move,
      moved_at: isoTime(at),
      was_starts_at: slotTime(was_start_slot),
      was_ends_at: slotTime(was_end_slot),
      starts_at: slotTime(start_slot),
      ends_at: slotTime(end_slot),
    })),
    payments: payments.map(({ amount_paise, half_points, ...payment }) => ({
      ...payment,
      points: half_points === null ? null : pointsFromHalf(half_points),
      amount: rupeesAmount(amount_paise),
    })),
    refunds: refunds.map(({ amount_paise, ...refund }) => ({
      ...refund,
      amount: rupeesAmount(amount_paise),
    })),
    billing: billingDetails ?? null,
    papers: taxDocuments.map(({ total_paise, ...taxDocument }) => ({
      ...taxDocument,
      amount: rupeesAmount(total_paise),
    })),
    points,
    waitlist: waitingList.map(({ day, start_slot, end_slot, created_at, ...entry }) => ({
      ...entry,
      booking_date: day,
      starts_at: slotTime(start_slot),
      ends_at: slotTime(end_slot),
      created_at: isoTime(created_at),
    })),
    devices: (await sessions.list(user.id)).map(({ device, created_at, last_used_at }) => ({
      device,
      signed_in_at: isoTime(created_at),
      last_used_at: isoTime(last_used_at),
    })),
    enquiries,
  };
}
