import { dateAt, weekdayOf } from '../../domain/time/calendar.ts';
import { messages } from '../../domain/text/messages.ts';
import type { User } from '../account/users.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { ApiError, fieldError, noSuchRoom } from '../platform/http/apiError.ts';
import { slotTime } from '../../domain/time/slots.ts';
import { type StoredTariff, tariffOn } from '../rooms/prices.ts';
import type { StoredRoom } from '../rooms/rooms.ts';
import { openRangeOn, type StoredHours } from '../slots/openHours.ts';
import {
  brokenLengthRule,
  firstBrokenRule,
  isLengthRule,
  lockRoomAsItIs,
  spendableHalfPoints,
  type BrokenRule,
} from '../rules/bookingRules.ts';
import { lengthError } from '../rules/lengthError.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';
import type { BookedRange } from '../slots/storedBooking.ts';

/** A requested range that can be booked if its slots are free, with its user and room. */
export interface BookableRange extends RequestedRange {
  readonly user: Pick<User, 'first_name' | 'last_name' | 'email' | 'phone' | 'email_confirmed_at'> & {
    /** Half-points with which the user can pay. */
    readonly spendable: number;
  };
  readonly room: Pick<StoredRoom, 'name'> & StoredTariff;
}

type RoomLimits = StoredHours & Pick<StoredRoom, 'min_slots' | 'max_slots'>;

/** 404 for an archived room, 400 for times outside the opening hours or of a length that the room does not allow. */
function roomRuleError(broken: BrokenRule, hours: RoomLimits, { day, range }: RequestedRange): ApiError {
  if (broken === 'room-archived') return noSuchRoom('mid');
  if (isLengthRule(broken)) return lengthError(broken, hours);
  const open = openRangeOn(hours, weekdayOf(day));
  if (open === null) return fieldError('bdate', 'must be a day on which the room is open');
  return range.start < open.start
    ? fieldError('stime', `must not be before ${slotTime(open.start)}, when the room opens`)
    : fieldError('ctime', `must not be after ${slotTime(open.end)}, when the room closes`);
}

/**
 * Checks the rules of every booking that need the database: the user exists and is not blocked (ruling 21), the room
 * exists, is on the site and is open. Throws 401, 403, 404 or 400. Whether the slots are free is checked when they are
 * claimed.
 */
export const checkBookable = (database: Database | Tx, requested: RequestedRange): Promise<BookableRange> =>
  readBookable(database, requested, 'new times');

async function readBookable(
  database: Database | Tx,
  requested: RequestedRange,
  times: 'new times' | 'own times',
): Promise<BookableRange> {
  const user = await database
    .selectFrom('app_user')
    .leftJoin('room', (join) => join.on('room.id', '=', requested.roomId))
    .select([
      'first_name',
      'last_name',
      'email',
      'phone',
      'email_confirmed_at',
      'room.name',
      'opens',
      'closes',
      'min_slots',
      'max_slots',
    ])
    .select([
      spendableHalfPoints.as('spendable'),
      firstBrokenRule(requested).as('broken'),
      brokenLengthRule(requested.range).as('broken_length'),
    ])
    .select(tariffOn(dateAt(requested.now)))
    .where('app_user.id', '=', requested.userId)
    .executeTakeFirst();
  if (!user) throw new ApiError('unauthenticated', 'This account no longer exists');
  const { name, price_per_hour_paise, rates, opens, closes, min_slots, max_slots, broken } = user;
  if (broken === 'account-closed' || broken === 'account-blocked') {
    throw new ApiError('blocked', messages.booking.blocked);
  }
  if (name === null || opens === null || closes === null || min_slots === null || max_slots === null) {
    throw noSuchRoom('mid');
  }
  const limits = { opens, closes, min_slots, max_slots };
  if (broken !== null && times === 'new times') throw roomRuleError(broken, limits, requested);
  // A booking that is shortened may still be longer than the longest one, but not become shorter than the shortest.
  if (times === 'own times' && user.broken_length === 'too-short') throw lengthError('too-short', limits);
  return { ...requested, user, room: { name, price_per_hour_paise, rates } };
}

/** True when the range is within the times of the booking, in its room. */
export const isWithin = (booking: BookedRange, { roomId, day, range }: RequestedRange): boolean =>
  booking.room_id === roomId &&
  booking.day === day &&
  booking.start_slot <= range.start &&
  booking.end_slot >= range.end;

/**
 * `checkBookable` under the lock of the user's row, which the caller has: a rule may have changed since the call began.
 * `movedBooking`: the booking that moves. Its own times can be booked even if the room was archived or its hours were shortened
 * meanwhile, so that it can be shortened, down to
 * the room's shortest booking.
 */
export async function checkStillBookable(
  tx: Tx,
  requested: RequestedRange,
  movedBooking: BookedRange | null = null,
): Promise<void> {
  await lockRoomAsItIs(tx, requested.roomId);
  await checkBookableOrOwn(tx, requested, movedBooking);
}

/** `checkBookable` for a booking that moves, or for a new booking if `movedBooking` is null. */
export async function checkBookableOrOwn(
  database: Database | Tx,
  requested: RequestedRange,
  movedBooking: BookedRange | null,
): Promise<BookableRange> {
  return movedBooking && isWithin(movedBooking, requested)
    ? readBookable(database, requested, 'own times')
    : checkBookable(database, requested);
}
