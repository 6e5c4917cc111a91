import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { dateAt } from '../../domain/time/calendar.ts';
import { slotsIn } from '../../domain/time/slots.ts';
import { sessionIsLive } from '../account/session/liveSession.ts';
import { insertBookedEmails } from '../outbox/outbox.ts';
import { batch, perDatabase } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/schema.ts';
import { isRetryable } from '../platform/database/transaction.ts';
import { policyOn } from '../rooms/policies.ts';
import {
  accountMayBook,
  hasPointsFor,
  isBookableRoom,
  unlockedRoomStaysBookable,
} from '../rules/bookingRules.ts';
import { claimSlotsOf, isTakenMeanwhile, slotsAreOthers, slotsAreUnclaimed } from '../slots/bookingSlots.ts';
import { expiryCutoffAt } from '../slots/holdExpiry.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';

/** A booking with points. `sessionId`: the session of its access token. */
export interface PointsBooking {
  readonly requested: RequestedRange;
  readonly sessionId: string | null;
}

interface NewRow {
  readonly id: string;
}

/** Statements that a process runs at the same time. */
const CONCURRENT_STATEMENTS = 4;
const BOOKINGS_PER_STATEMENT = 16;
/** How long a booking waits for its statement, in milliseconds. This is shorter than the deadline of a request. */
const MAX_WAIT_MS = 4_000;

/** Runs `load` for each booking, in statements that concurrent bookings on the same database share. */
function shared<Value>(
  load: (database: Database, bookings: readonly PointsBooking[]) => Promise<readonly Value[]>,
): (database: Database, booking: PointsBooking) => Promise<Value> {
  const loaderOf = perDatabase((database: Database) =>
    batch((bookings: readonly PointsBooking[]) => load(database, bookings), {
      concurrency: CONCURRENT_STATEMENTS,
      maxWeight: BOOKINGS_PER_STATEMENT,
      maxWaitMs: MAX_WAIT_MS,
    }),
  );
  return (database, booking) => loaderOf(database)(booking);
}

/**
 * Inserts a booking with its slots, ledger entry and email. Null, with nothing inserted, when a rule is broken, when something has
 * one of the slots, and when another transaction has locked the account or the room. Concurrent bookings share a statement, because
 * most of its cost does not depend on the number of rows. A booking that cannot be made does not affect the others.
 */
export const insertPointsBooking = shared(insertEach);

/** Whether the booking could be made if others did not have some of its slots. */
export const pointsBookingIsOnlyTaken = shared(areOnlyTaken);

/**
 * Inserts bookings in one statement. When another transaction was faster with a slot, which undoes all of them, each is inserted by
 * a statement of its own.
 */
async function insertEach(
  database: Database,
  bookings: readonly PointsBooking[],
): Promise<readonly (NewRow | null)[]> {
  if (bookings.length === 1) return (await tryTogether(database, bookings)) ?? [null];
  const made = await database.connection().execute(async (connection) => {
    const inserted = await tryTogether(connection, bookings);
    // PostgreSQL reports an error before it releases the locks of the statement. Its next answer comes afterwards.
    if (!inserted) await sql`select 1`.execute(connection);
    return inserted;
  });
  if (made) return made;
  return Promise.all(bookings.map(async (booking) => (await insertEach(database, [booking]))[0] ?? null));
}

/** Null when another transaction was faster with a slot. */
async function tryTogether(
  database: Database,
  bookings: readonly PointsBooking[],
): Promise<readonly (NewRow | null)[] | null> {
  try {
    return await insertTogether(database, bookings);
  } catch (error) {
    if (isTakenMeanwhile(error) || isRetryable(error)) return null;
    throw error;
  }
}

/** The bookings whose account and slots no earlier one has. A statement sees the tables as they were before its own changes. */
function independentOf(bookings: readonly PointsBooking[]): ReadonlySet<PointsBooking> {
  const seen = new Set<string>();
  return new Set(
    bookings.filter(({ requested: { userId, roomId, day, range } }) => {
      const claims = [userId, ...slotsIn(range).map((slot) => `${roomId} ${day} ${slot}`)];
      const isIndependent = claims.every((claim) => !seen.has(claim));
      for (const claim of claims) seen.add(claim);
      return isIndependent;
    }),
  );
}

const columnsOf = (relation: string) =>
  sql.join(
    'booking_id user_id room_id day starts ends at today policy_from headcount wishes'
      .split(' ')
      .map((name) => sql.ref(`${relation}.${name}`)),
  );

/** SQL: the bookings as a relation `requested`. */
const requestedOf = (ids: ReadonlyMap<PointsBooking, string>): RawBuilder<unknown> => {
  const rows = [...ids].map(([{ requested, sessionId }, id]) => ({
    booking_id: id,
    user_id: requested.userId,
    session_id: sessionId,
    room_id: requested.roomId,
    day: requested.day,
    starts: requested.range.start,
    ends: requested.range.end,
    at: new Date(requested.now).toISOString(),
    today: dateAt(requested.now),
    policy_from: requested.policyFrom ?? null,
    headcount: requested.visit?.headcount ?? null,
    wishes: requested.visit?.wishes ?? null,
  }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as requested (
    booking_id uuid, user_id uuid, session_id uuid, room_id integer, day date, starts smallint, ends smallint,
    at timestamptz, today date, policy_from date, headcount smallint, wishes text)`;
};

const cost = sql`(ends - starts)`;
const range = {
  roomId: sql`requested.room_id`,
  day: sql`requested.day`,
  start: sql`requested.starts`,
  end: sql`requested.ends`,
};
/** SQL: whether the account of `app_user` may make the booking. */
const accountMayBookIt = sql<boolean>`(${accountMayBook} and ${hasPointsFor(cost)}
  and ${sessionIsLive({ userId: sql`requested.user_id`, id: sql`requested.session_id`, now: sql`requested.at` })})`;

async function areOnlyTaken(
  database: Database,
  bookings: readonly PointsBooking[],
): Promise<readonly boolean[]> {
  const ids = new Map(bookings.map((booking) => [booking, randomUUID()]));
  const { rows } = await sql<{ booking_id: string }>`
    select booking_id from ${requestedOf(ids)}
    where ${slotsAreOthers({ ...range, userId: sql`requested.user_id`, cutoff: expiryCutoffAt(sql`requested.at`) })}
      and exists (select from app_user where id = requested.user_id and ${accountMayBookIt})
      and ${isBookableRoom(range)}`.execute(database);
  const taken = new Set(rows.map(({ booking_id: id }) => id));
  return bookings.map((booking) => taken.has(ids.get(booking) ?? ''));
}

async function insertTogether(
  database: Database,
  bookings: readonly PointsBooking[],
): Promise<readonly (NewRow | null)[]> {
  const ids = new Map([...independentOf(bookings)].map((booking) => [booking, randomUUID()]));
  // Locked rows are skipped, so that bookings do not wait for a lock that concerns only one of them, and two statements never wait
  // for each other's accounts.
  const { rows: made } = await sql<NewRow>`
    with payer as materialized (
      select ${columnsOf('requested')} from ${requestedOf(ids)}
      where ${slotsAreUnclaimed(range)}
        and exists (
          select from app_user where id = requested.user_id and ${accountMayBookIt} for no key update of app_user skip locked
        )
        and ${unlockedRoomStaysBookable(range)}
    ),
    paid as (
      update app_user set half_points = half_points - ${cost},
        points_change = jsonb_build_object('kind', 'use', 'at', at, 'booking_id', booking_id)
      from payer where app_user.id = payer.user_id
      returning ${columnsOf('payer')}
    ),
    made as (
      insert into booking (id, user_id, room_id, day, start_slot, end_slot, status, paid_with, half_points, created_at,
        confirmed_at, policy, headcount, wishes)
      select booking_id, user_id, room_id, day, starts, ends, 'confirmed', 'points', ${cost}, at, at,
        ${policyOn(sql`today`, 'points', sql`policy_from`)}, headcount, wishes
      from paid
      returning id, user_id, room_id, day, start_slot, end_slot, hold_expires_at, sequence, created_at
    ),
    claimed as (${claimSlotsOf(sql`made`)}),
    email as (${insertBookedEmails(sql`made`)})
    select id from made`.execute(database);
  return bookings.map((booking) => made.find(({ id }) => id === ids.get(booking)) ?? null);
}
