import { messages } from '../../domain/messages.ts';
import type { User } from '../accounts/users.ts';
import type { Database } from '../database/schema.ts';
import { ApiError } from '../apiError.ts';
import type { StoredRoom } from '../rooms/rooms.ts';
import type { RequestedRange } from './requestedRange.ts';

/** A booking that is allowed if its slots are free. */
export interface BookableRange extends RequestedRange {
  readonly user: Pick<User, 'first_name' | 'last_name' | 'email' | 'phone' | 'is_member' | 'half_points'>;
  readonly room: Pick<StoredRoom, 'name' | 'price_per_hour_paise'>;
}

/**
 * The rules of every booking that need the database: the user exists and is not blocked (ruling 21), and the room
 * exists. Refuses with 401, 403 or 404. Whether the slots are free is decided when they are claimed.
 */
export async function checkBookable(database: Database, requested: RequestedRange): Promise<BookableRange> {
  const user = await database
    .selectFrom('app_user')
    .leftJoin('room', (join) => join.on('room.id', '=', requested.roomId))
    .select(['first_name', 'last_name', 'email', 'phone', 'is_member', 'is_blocked', 'half_points'])
    .select(['room.name', 'price_per_hour_paise'])
    .where('app_user.id', '=', requested.userId)
    .executeTakeFirst();
  if (!user) throw new ApiError('unauthenticated', 'This account does not exist any more');
  if (user.is_blocked) throw new ApiError('blocked', messages.booking.blocked);
  const { name, price_per_hour_paise } = user;
  if (name === null || price_per_hour_paise === null) {
    throw new ApiError('not-found', 'There is no such room', { fields: { mid: 'must be a room' } });
  }
  return { ...requested, user, room: { name, price_per_hour_paise } };
}
