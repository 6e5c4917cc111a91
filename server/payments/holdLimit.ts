import { sql, type RawBuilder } from 'kysely';
import { MAX_HELD_SLOTS, MAX_HOLDS } from '../../domain/holds.ts';
import { slotCount } from '../../domain/slots.ts';
import type { RequestedRange } from '../bookings/requestedRange.ts';
import type { BookingStatus, Database, Tx } from '../database/schema.ts';
import { ApiError } from '../apiError.ts';

/*
 * The limit on unpaid holds (decision 0020): a user has at most MAX_HOLDS live holds with at most MAX_HELD_SLOTS slots.
 * Every hold is made under the lock of the user's row and increments `hold_version`, so that concurrent holds are
 * serialised on any number of servers. Expired holds do not count.
 */

/**
 * The statement for `bookIfFree` that locks the row of a user who may hold a slot range, in the same round trip. A
 * statement sees other tables as they were when it started, even after waiting for the lock. So the version that it saw
 * must still be the row's; otherwise another hold was made in between, and no row is returned.
 */
export const lockHolder = (
  { userId, range, now }: RequestedRange,
  isFree: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`
  update app_user set hold_version = hold_version + 1
  where id = ${userId} and not is_blocked and ${isFree}
    and hold_version = (select hold_version from app_user where id = ${userId})
    and (
      select count(*) < ${MAX_HOLDS}
        and coalesce(sum(end_slot - start_slot), 0) + ${slotCount(range)} <= ${MAX_HELD_SLOTS}
      from booking
      where user_id = ${userId} and status = 'held' and hold_expires_at > ${new Date(now)}
    )
  returning id`;

/** Locks the user's row for a transaction that may make a hold. */
export const lockHolderFirst = (tx: Tx, userId: string): Promise<unknown> =>
  tx
    .updateTable('app_user')
    .set(({ eb }) => ({ hold_version: eb('hold_version', '+', 1) }))
    .where('id', '=', userId)
    .execute();

/**
 * Refuses (409 'too-many-holds') a slot range that exceeds the user's limit on holds or held slots. Own holds that
 * overlap the range do not count, because the new one replaces them. The details have the present holds, and the
 * instant at which the range fits because earlier holds have expired. `statuses`: which holds count; a move counts the
 * holds of moves too, a booking does not.
 */
export async function checkHoldLimit(
  database: Database | Tx,
  { userId, roomId, day, range, now }: RequestedRange,
  statuses: readonly BookingStatus[] = ['held'],
): Promise<void> {
  const holds = await database
    .selectFrom('booking')
    .select(['hold_expires_at', 'start_slot', 'end_slot'])
    .where('user_id', '=', userId)
    .where('status', 'in', statuses)
    .where('hold_expires_at', '>', new Date(now))
    .where(({ not, and, eb }) =>
      not(
        and([
          eb('room_id', '=', roomId),
          eb('day', '=', day),
          eb('start_slot', '<', range.end),
          eb('end_slot', '>', range.start),
        ]),
      ),
    )
    .orderBy('hold_expires_at')
    .execute();
  const slotsOf = (some: typeof holds) =>
    some.reduce((sum, hold) => sum + hold.end_slot - hold.start_slot, 0);
  const fitsBeside = (some: typeof holds) =>
    some.length < MAX_HOLDS && slotsOf(some) + slotCount(range) <= MAX_HELD_SLOTS;
  if (fitsBeside(holds)) return;

  const last = holds.find((_, nth) => fitsBeside(holds.slice(nth + 1))) as (typeof holds)[number];
  throw new ApiError('too-many-holds', 'Too many unpaid bookings are held at once', {
    holds: {
      count: holds.length,
      slots: slotsOf(holds),
      until: (last.hold_expires_at as Date).toISOString(),
    },
  });
}
