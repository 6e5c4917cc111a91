import { sql, type RawBuilder } from 'kysely';
import { MAX_HELD_SLOTS, MAX_HOLDS, MAX_SERIES_HOLDS } from '../../domain/bookings/holds.ts';
import { slotCount } from '../../domain/time/slots.ts';
import { type BookingCode } from '../../domain/bookings/bookingStates.ts';
import { isHeld } from '../slots/bookingSlots.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';
import type { Tx } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/apiError.ts';

/*
 * The limit on unpaid holds (decision 0020): a user has at most MAX_HOLDS live holds with at most MAX_HELD_SLOTS slots. The
 * limit on unpaid times (server/checkout/unpaidLimit.ts) also counts series and the holds of other accounts and earlier hours.
 * Every transaction that makes a hold locks the user's row and increments `hold_version`, so that concurrent holds are
 * serialised across all servers. Expired holds do not count.
 */

/**
 * The statement for `bookIfFree` that locks the row of a user who may hold a slot range, in the same round trip. A
 * statement sees other tables as they were when it started, even after waiting for the lock. The `hold_version` that the
 * statement saw at its start must therefore still be the row's version. Otherwise another hold was made in between, and
 * the statement returns no row. `from`: a relation that has one row when the limit on unpaid times allows the hold.
 */
export const lockUserIfHoldAllowed = (
  { userId, range, now }: RequestedRange,
  isFree: RawBuilder<boolean>,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  update app_user set hold_version = hold_version + 1 from ${from}
  where id = ${userId} and not is_blocked and ${isFree}
    and hold_version = (select hold_version from app_user where id = ${userId})
    and (
      select count(*) < ${MAX_HOLDS}
        and coalesce(sum(end_slot - start_slot), 0) + ${slotCount(range)} <= ${MAX_HELD_SLOTS}
      from booking
      where user_id = ${userId} and status = 'held' and hold_expires_at > ${new Date(now)}
    )
  returning id`;

/** Locks the user's row in a transaction that may make a hold. */
export const lockUserForHold = (tx: Tx, userId: string): Promise<unknown> =>
  tx
    .updateTable('app_user')
    .set(({ eb }) => ({ hold_version: eb('hold_version', '+', 1) }))
    .where('id', '=', userId)
    .execute();

/** A live hold. `head_id`: the head of its series; null for a single booking. */
interface LiveHold {
  readonly hold_expires_at: Date | null;
  readonly start_slot: number;
  readonly end_slot: number;
  readonly head_id: string | null;
}

type Ranges = readonly [RequestedRange, ...RequestedRange[]];

/** Holds that remain, in the order of their expiry, and the ids of the others. */
interface HoldsAfter {
  readonly remaining: readonly LiveHold[];
  readonly replaced: readonly string[];
}

/**
 * The user's live holds after these ranges are held. A hold that overlaps one of the ranges is replaced, and so is a series
 * with such a hold. A series counts as one hold without slots.
 */
async function holdsAfter(
  tx: Tx,
  ranges: Ranges,
  now: number,
  statuses: readonly BookingCode[] = ['held'],
): Promise<HoldsAfter> {
  const held = await tx
    .selectFrom('booking')
    .leftJoin('series_date', 'series_date.booking_id', 'booking.id')
    .select([
      'booking.id',
      'room_id',
      'day',
      'hold_expires_at',
      'start_slot',
      'end_slot',
      'head_id',
      'status',
    ])
    .where('user_id', '=', ranges[0].userId)
    .where(isHeld)
    .where('hold_expires_at', '>', new Date(now))
    .orderBy('hold_expires_at')
    .execute();
  const rows = held.filter(({ status }) => statuses.includes(status));
  const keyOf = ({ head_id, id }: (typeof rows)[number]) => head_id ?? id;
  const remaining = new Map<string, LiveHold>();
  for (const row of rows) {
    const hold = row.head_id === null ? row : { ...row, end_slot: row.start_slot };
    if (!remaining.has(keyOf(row))) remaining.set(keyOf(row), hold);
  }
  for (const row of rows) {
    const isReplaced = ranges.some(
      ({ roomId, day, range }) =>
        row.room_id === roomId && row.day === day && row.start_slot < range.end && row.end_slot > range.start,
    );
    if (isReplaced) remaining.delete(keyOf(row));
  }
  return {
    remaining: [...remaining.values()],
    replaced: rows.filter((row) => !remaining.has(keyOf(row))).map(({ id }) => id),
  };
}

const heldSlotCount = (holds: readonly LiveHold[]): number =>
  holds.reduce((sum, hold) => sum + hold.end_slot - hold.start_slot, 0);

/** 409. `lastBlocking`: the request fits after this hold has expired. */
const tooManyHolds = (holds: readonly LiveHold[], lastBlocking: LiveHold): ApiError =>
  new ApiError('too-many-holds', 'Too many unpaid bookings are held at once', {
    holds: {
      count: holds.length,
      slots: heldSlotCount(holds),
      until: (lastBlocking.hold_expires_at as Date).toISOString(),
    },
  });

/** True for the 409 'too-many-holds'. */
export const hasReachedHoldLimit = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'too-many-holds';

/**
 * Throws 409 'too-many-holds' for a slot range that exceeds the user's limit on holds or held slots. Own holds that overlap
 * the range do not count, because the new hold replaces them. The details contain the current holds and the instant at
 * which enough of them have expired. `statuses`: the statuses of the holds that count. For a move the holds of moves count
 * too; for a booking they do not. Returns the ids of the holds that the new one replaces.
 */
export async function checkHoldLimit(
  tx: Tx,
  requested: RequestedRange,
  statuses: readonly BookingCode[] = ['held'],
): Promise<readonly string[]> {
  const { remaining: holds, replaced } = await holdsAfter(tx, [requested], requested.now, statuses);
  const fitsWith = (others: typeof holds) =>
    others.length < MAX_HOLDS && heldSlotCount(others) + slotCount(requested.range) <= MAX_HELD_SLOTS;
  if (fitsWith(holds)) return replaced;
  throw tooManyHolds(holds, holds.find((_, nth) => fitsWith(holds.slice(nth + 1))) as LiveHold);
}

/**
 * Throws 409 'too-many-holds' for a series while the user holds another series or the largest allowed number of bookings. Holds
 * that the series would replace do not count; their ids are returned. `now`: milliseconds since 1970.
 */
export async function checkSeriesLimit(tx: Tx, dates: Ranges, now: number): Promise<readonly string[]> {
  const { remaining: holds, replaced } = await holdsAfter(tx, dates, now);
  const series = holds.filter(({ head_id }) => head_id !== null);
  if (holds.length < MAX_HOLDS && series.length < MAX_SERIES_HOLDS) return replaced;
  throw tooManyHolds(holds, (series[0] ?? holds[0]) as LiveHold);
}
