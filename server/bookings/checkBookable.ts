import { dateAt, weekdayOf } from '../../domain/calendar.ts';
import { messages } from '../../domain/messages.ts';
import type { User } from '../accounts/users.ts';
import type { Database } from '../database/schema.ts';
import { ApiError, fieldError, noSuchRoom } from '../apiError.ts';
import type { PointsHolder } from '../../domain/points.ts';
import { isOpenFor } from '../../domain/openingHours.ts';
import { slotTime, type SlotRange } from '../../domain/slots.ts';
import { priceOn } from '../rooms/prices.ts';
import { openRangeOn, type StoredRoom } from '../rooms/rooms.ts';
import type { RequestedRange } from './requestedRange.ts';

/** A requested range that can be booked if its slots are free, with its user and room. */
export interface BookableRange extends RequestedRange {
  readonly user: Pick<User, 'first_name' | 'last_name' | 'email' | 'phone' | 'email_confirmed_at'> &
    PointsHolder;
  readonly room: Pick<StoredRoom, 'name' | 'price_per_hour_paise'>;
}

/** Throws 400 for a range outside the opening hours (decision 0054). `open` is null when the room is closed all day. */
function checkOpen(open: SlotRange | null, range: SlotRange): void {
  if (isOpenFor(open, range)) return;
  if (open === null) throw fieldError('bdate', 'must be a day on which the room is open');
  throw range.start < open.start
    ? fieldError('stime', `must not be before ${slotTime(open.start)}, when the room opens`)
    : fieldError('ctime', `must not be after ${slotTime(open.end)}, when the room closes`);
}

/**
 * Checks the rules of every booking that need the database: the user exists and is not blocked (ruling 21), the room
 * exists, is on the site and is open. Throws 401, 403, 404 or 400. Whether the slots are free is checked when they are
 * claimed.
 */
export async function checkBookable(database: Database, requested: RequestedRange): Promise<BookableRange> {
  const user = await database
    .selectFrom('app_user')
    .leftJoin('room', (join) => join.on('room.id', '=', requested.roomId))
    .select(['first_name', 'last_name', 'email', 'phone', 'is_member', 'is_blocked'])
    .select(['half_points', 'own_half_points'])
    .select('email_confirmed_at')
    .select(['room.name', 'opens', 'closes', 'archived_at'])
    .select(priceOn(dateAt(requested.now)).as('price_per_hour_paise'))
    .where('app_user.id', '=', requested.userId)
    .executeTakeFirst();
  if (!user) throw new ApiError('unauthenticated', 'This account no longer exists');
  if (user.is_blocked) throw new ApiError('blocked', messages.booking.blocked);
  const { name, price_per_hour_paise, opens, closes } = user;
  if (name === null || opens === null || closes === null || user.archived_at !== null) {
    throw noSuchRoom('mid');
  }
  checkOpen(openRangeOn({ opens, closes }, weekdayOf(requested.day)), requested.range);
  return { ...requested, user, room: { name, price_per_hour_paise } };
}
