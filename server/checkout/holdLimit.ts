import { sql, type RawBuilder } from 'kysely';
import { MAX_HELD_SLOTS, MAX_HOLDS, MAX_SERIES_HOLDS } from '../../domain/bookings/holds.ts';
import { slotCount } from '../../domain/time/slots.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { accountMayBook, type UserRange } from '../rules/bookingRules.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';
import type { Tx } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/apiError.ts';

/*
 * The limit on unpaid holds (decision 0020): a user has at most MAX_HOLDS live holds with at most MAX_HELD_SLOTS slots. The
 * limit on unpaid times (server/checkout/unpaidLimit.ts) also counts series and the holds of other accounts and earlier hours.
 * Every transaction that makes a hold locks the user's row and increments `hold_version`, so that concurrent holds are
 * serialised across all servers. Expired holds do not count.
 */

/** SQL: whether one more booking fits next to `holds` live holds with `heldSlots` slots. */
const bookingFits = (holds: RawBuilder<unknown>, heldSlots: RawBuilder<unknown>, slots: number) =>
  sql<boolean>`(${holds} < ${MAX_HOLDS} and coalesce(${heldSlots}, 0) + ${slots} <= ${MAX_HELD_SLOTS})`;

/** SQL: whether one more series fits next to `holds` live holds, of which `series` are series. */
const seriesFits = (holds: RawBuilder<unknown>, series: RawBuilder<unknown>) =>
  sql<boolean>`(${holds} < ${MAX_HOLDS} and ${series} < ${MAX_SERIES_HOLDS})`;

/**
 * SQL: the live holds of a user. A series is one hold without slots. The statuses are literals, because a generic plan uses the
 * partial index of unpaid bookings only with these.
 */
const liveHolds = (userId: string, now: EpochMs, statuses: RawBuilder<unknown> = sql`('held')`) => sql`
  select coalesce(head_id, booking.id) as id, head_id is not null as is_series,
    case when head_id is null then sum(end_slot - start_slot) else 0 end as slots,
    min(hold_expires_at) as until, array_agg(booking.id) as booking_ids
  from booking left join series_date on series_date.booking_id = booking.id
  where user_id = ${userId} and status in ${statuses} and hold_expires_at > ${new Date(now)}
  group by head_id, coalesce(head_id, booking.id)`;

/** SQL: the assignment that counts a hold in the row of its user. */
export const countHold = sql`hold_version = hold_version + 1`;

/**
 * SQL for `bookIfFree`: whether the account may hold a slot range. A statement sees other tables as they were when it started,
 * even after waiting for the lock. The `hold_version` that the statement saw at its start must therefore still be the row's
 * version. Otherwise another hold was made in between, and the account may not hold the range.
 */
export const mayHold = ({ userId, range, now }: RequestedRange): RawBuilder<boolean> => sql<boolean>`(
  ${accountMayBook} and hold_version = (select hold_version from app_user where id = ${userId})
  and (select ${bookingFits(sql`count(*)`, sql`sum(slots)`, slotCount(range))} from (${liveHolds(userId, now)}) hold))`;

/** Locks the user's row in a transaction that may make a hold. */
export const lockUserForHold = (tx: Tx, userId: string): Promise<unknown> =>
  tx
    .updateTable('app_user')
    .set(({ eb }) => ({ hold_version: eb('hold_version', '+', 1) }))
    .where('id', '=', userId)
    .execute();

type Ranges = readonly [UserRange, ...UserRange[]];

/** What a hold is for. The holds of moves count for a move only. */
type HoldKind = 'booking' | 'move' | 'series';

/** A live hold. */
interface LiveHold {
  readonly booking_ids: readonly string[];
  /** It overlaps a requested range, so the new hold replaces it. */
  readonly is_replaced: boolean;
  readonly is_series: boolean;
  readonly slots: number;
  readonly until: Date;
  /** The requested hold fits next to all holds that it does not replace. */
  readonly fits: boolean;
  /** It fits next to those that expire later than this one. */
  readonly fits_later: boolean;
}

/** The user's live holds in the order of their expiry. */
async function readLiveHolds(tx: Tx, kind: HoldKind, ranges: Ranges, now: EpochMs): Promise<LiveHold[]> {
  const slots = ranges.reduce((sum, { range }) => sum + slotCount(range), 0);
  const fits = (window: RawBuilder<unknown>) => {
    const kept = sql`filter (where not is_replaced) over ${window}`;
    return kind === 'series'
      ? seriesFits(
          sql`count(*) ${kept}`,
          sql`count(*) filter (where not is_replaced and is_series) over ${window}`,
        )
      : bookingFits(sql`count(*) ${kept}`, sql`sum(slots) ${kept}`, slots);
  };
  const statuses = kind === 'move' ? sql`('held', 'moving')` : undefined;
  const { rows } = await sql<LiveHold>`
    with requested as materialized (
      select room_id, day, starts, ends from unnest(
        ${ranges.map(({ roomId }) => roomId)}::integer[], ${ranges.map(({ day }) => day)}::date[],
        ${ranges.map(({ range }) => range.start)}::integer[], ${ranges.map(({ range }) => range.end)}::integer[]
      ) as requested (room_id, day, starts, ends)
    ),
    hold as (
      select id, booking_ids, is_series, slots, until, exists (
        select from booking join requested using (room_id, day)
        where booking.id = any (booking_ids) and start_slot < ends and end_slot > starts
      ) as is_replaced
      from (${liveHolds(ranges[0].userId, now, statuses)}) live
    )
    select booking_ids, is_replaced, is_series, slots::integer as slots, until, ${fits(sql`()`)} as fits,
      ${fits(sql`(order by until, id rows between 1 following and unbounded following)`)} as fits_later
    from hold order by until, id`.execute(tx);
  return rows;
}

/** 409. `lastBlocking`: the request fits after this hold has expired. */
const tooManyHolds = (holds: readonly LiveHold[], lastBlocking: LiveHold): ApiError =>
  new ApiError('too-many-holds', 'Too many unpaid bookings are held at once', {
    holds: {
      count: holds.length,
      slots: holds.reduce((sum, { slots }) => sum + slots, 0),
      until: lastBlocking.until.toISOString(),
    },
  });

/** True for the 409 'too-many-holds'. */
export const hasReachedHoldLimit = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'too-many-holds';

/**
 * Throws 409 'too-many-holds' for ranges of one user that exceed the limit on holds or held slots: a booking, the new times of a
 * move, or the dates of a series. A series is refused while the user holds another series. Own holds that overlap the ranges do
 * not count, because the new hold replaces them. The details contain the current holds and the instant at which enough of them
 * have expired. Returns the ids of the bookings whose holds the new one replaces.
 */
export async function checkHoldLimit(
  tx: Tx,
  kind: HoldKind,
  ranges: Ranges,
  now: EpochMs,
): Promise<readonly string[]> {
  const all = await readLiveHolds(tx, kind, ranges, now);
  const holds = all.filter(({ is_replaced }) => !is_replaced);
  if (all[0]?.fits ?? true)
    return all.filter(({ is_replaced }) => is_replaced).flatMap(({ booking_ids }) => booking_ids);
  const blocking =
    kind === 'series'
      ? (holds.find(({ is_series }) => is_series) ?? holds[0])
      : holds.find(({ fits_later }) => fits_later);
  throw tooManyHolds(holds, blocking as LiveHold);
}
