import { randomUUID } from 'node:crypto';
import type { WalkInRequest } from '../../contract/desk/booking.ts';
import { bookingWindow } from '../../domain/time/calendar.ts';
import { messages } from '../../domain/text/messages.ts';
import { parseBookingTimes, slotCount, slotTime, type SlotRange } from '../../domain/time/slots.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { lockUserByEmail, type User } from '../account/users.ts';
import { ApiError, fieldError, noSuchRoom } from '../platform/http/apiError.ts';
import {
  brokenLengthRule,
  brokenRuleOfAccount,
  lockRoomAsItIs,
  roomIsOnSite,
} from '../rules/bookingRules.ts';
import { lengthError } from '../rules/lengthError.ts';
import { insertSeriesOrBooking } from '../bookings/series/insertSeries.ts';
import type { Tx } from '../platform/database/schema.ts';
import { bookedEmail, queueEmail } from '../outbox/outbox.ts';
import { checkPoints, usePoints } from '../ledger/ledger.ts';
import { policyAt } from '../rooms/policies.ts';
import { checkMayReceive, checkMayReceiveAt, lockChosen } from '../account/address/givenAccount.ts';
import type { AuditedChange, AuditedResult } from '../audit/staffChange.ts';

/** The account that the desk has chosen, or that has the address. Throws 404 without one, and 409 'email-unconfirmed'. */
async function memberOf(tx: Tx, { user_id, email = '' }: WalkInRequest): Promise<User> {
  if (user_id !== undefined) {
    const chosen = await lockChosen(tx, user_id);
    checkMayReceive('sell', chosen);
    return chosen;
  }
  const user = await lockUserByEmail(tx, email);
  if (!user || user.closed_at !== null) {
    throw new ApiError('not-found', 'There is no account with this address', {
      fields: { email: 'has no account' },
    });
  }
  checkMayReceiveAt('walkIn', user);
  return user;
}

/**
 * Books for a member at the desk or on the phone, with the member's points: one date, or a series (decision 0059), all of its
 * dates or none. Times of today that have begun and times outside the opening hours can be booked too. The member receives the email about a booking. Throws 404 for an address without an
 * account and for an unknown room, 409 'email-unconfirmed' for an account that nobody has confirmed, 403 for a blocked account or one without membership, 422 for too few points, 400 for a day
 * that cannot be booked, and `SlotTaken` when the times are not free.
 */
export async function bookForMember(
  tx: Tx,
  request: WalkInRequest,
  now: EpochMs,
): Promise<AuditedResult<{ bookingId: string }>> {
  const { mid: roomId, bdate: day, later_dates: laterDates } = request;
  const days = [day, ...laterDates];
  const range = parseBookingTimes(request) as SlotRange;
  const { first, last } = bookingWindow(now);
  if (day < first || (days.at(-1) as string) > last)
    throw fieldError('bdate', `must be from ${first} to ${last}`);
  const cost = slotCount(range);
  const user = await memberOf(tx, request);
  if ((await brokenRuleOfAccount(tx, user.id)) !== null)
    throw new ApiError('blocked', messages.booking.blocked);
  await checkPoints(tx, user.id, cost * days.length);
  await lockRoomAsItIs(tx, roomId);
  const room = await tx
    .selectFrom('room')
    .select(['min_slots', 'max_slots', brokenLengthRule(range).as('broken_length')])
    .where('id', '=', roomId)
    .where(roomIsOnSite)
    .executeTakeFirst();
  if (!room) throw noSuchRoom('mid');
  if (room.broken_length !== null) throw lengthError(room.broken_length, room);

  const dates = days.map((each) => ({ id: randomUUID(), day: each }));
  // Each date has a separate ledger entry, because its points are returned separately.
  for (const { id: bookingId } of dates) await usePoints(tx, user.id, cost, { bookingId, at: now });
  const bookings = await insertSeriesOrBooking(
    tx,
    dates.map((date) => ({
      requested: { userId: user.id, roomId, day: date.day, range, now },
      amount: cost,
      values: {
        id: date.id,
        status: 'confirmed',
        paid_with: 'points',
        half_points: cost,
        confirmed_at: new Date(now),
        policy: policyAt(now, 'points', undefined),
      },
    })),
    now,
  );
  const [booking, ...others] = bookings;
  await queueEmail(tx, bookedEmail(booking, now, others));
  const changes = bookings.map((each): AuditedChange => ({
    action: 'booked for a member',
    subject: 'booking',
    subjectId: each.id,
    was: null,
    became: {
      user_id: user.id,
      room_id: roomId,
      day: each.day,
      from: slotTime(range.start),
      to: slotTime(range.end),
    },
  }));
  return { result: { bookingId: booking.id }, changes };
}
