import type { BookRequest } from '../../contract/booking.ts';
import { begunSlots, bookingWindow, dateProblem } from '../../domain/calendar.ts';
import { messages } from '../../domain/messages.ts';
import { parseBookingTimes, type SlotRange } from '../../domain/slots.ts';
import { userById, type User } from '../accounts/users.ts';
import type { Database } from '../database/schema.ts';
import { badField, Refusal } from '../refusal.ts';
import { roomById, type StoredRoom } from '../rooms/rooms.ts';

/** A booking that may be made, if its half-hours are free. */
export interface BookableStretch {
  readonly user: User;
  readonly room: StoredRoom;
  /** IST date. */
  readonly day: string;
  readonly range: SlotRange;
}

/**
 * Refuses (400) a date outside today to six months ahead (spec 5); `field` is what the call names it.
 * `now`: the server's clock, milliseconds since 1970.
 */
export function checkDate(field: string, date: string, now: number): void {
  const { first, last } = bookingWindow(now);
  if (dateProblem(date, now) !== null) throw badField(field, `must be from ${first} to ${last}`);
}

/**
 * The rules that a booking keeps however it is paid for: it is the token's own user who books (ruling 17) and is not
 * blocked (ruling 21), the date is in the window, none of the half-hours has begun (ruling 6), and the room exists.
 * Refuses with 401, 403, 400 or 404. Whether the half-hours are free is for the claim to find out.
 */
export async function checkBookable(
  database: Database,
  request: Pick<BookRequest, 'mid' | 'uid' | 'bdate' | 'stime' | 'etime' | 'ctime'>,
  userId: string,
  now: number,
): Promise<BookableStretch> {
  if (request.uid !== userId) throw new Refusal('foreign-user', 'A booking is made for oneself');
  const user = await userById(database, userId);
  if (!user) throw new Refusal('unauthenticated', 'This account does not exist any more');
  if (user.is_blocked) throw new Refusal('blocked', messages.booking.blocked);

  checkDate('bdate', request.bdate, now);
  const range = parseBookingTimes(request);
  if (range === null) throw badField('ctime', 'must end an unbroken stretch of half-hours');
  if (range.start < begunSlots(request.bdate, now)) throw badField('stime', 'must not have begun');

  const room = await roomById(database, request.mid);
  if (!room) throw new Refusal('not-found', 'There is no such room', { fields: { mid: 'must be a room' } });
  return { user, room, day: request.bdate, range };
}
