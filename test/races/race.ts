import { sql } from 'kysely';
import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/time/calendar.ts';
import { DEFAULT_OPENING } from '../../domain/time/openingHours.ts';
import { priceOf, rupeesAmount } from '../../domain/money/pricing.ts';
import { bookingTimes, slotCount, slotsIn, type SlotRange } from '../../domain/time/slots.ts';
import type { AccessTokens } from '../../server/account/session/accessTokens.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { emptyTables } from '../fixtures/emptyTables.ts';
import { insertSession } from '../fixtures/insertSession.ts';
import { setHalfPoints } from '../fixtures/setHalfPoints.ts';

export const ROOM = 2;

interface Account {
  readonly id: string;
  readonly token: string;
}

/** A client of a race with its server. */
export interface Racer extends Account {
  readonly url: string;
  readonly paysWith: 'points' | 'card';
  /** One account for each round, because an account can have only a few unpaid holds. */
  readonly accounts: readonly Account[];
}

/** `violations` lists the violated expectations as text. */
export interface RaceResult {
  readonly rounds: number;
  readonly winners: number;
  readonly conflicts: number;
  readonly errors: number;
  readonly overlaps: number;
  readonly violations: readonly string[];
}

export interface RaceSetup {
  readonly database: Database;
  readonly firstDay: string;
  readonly pricePerHourPaise: number;
}

interface RequestResult {
  readonly status: number;
  readonly body: Partial<ErrorBody>;
}

/**
 * Creates members with enough points for all rounds, spread over the servers. Half of them on each server pay by card.
 * `startSession` creates a session of a user and returns its id.
 */
export function createRacers(
  database: Database,
  tokens: AccessTokens,
  urls: readonly string[],
  {
    count,
    rounds,
    startSession = insertSession,
  }: { count: number; rounds: number; startSession?: typeof insertSession },
): Promise<Racer[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n): Promise<Racer> => {
      const rows = await database
        .insertInto('app_user')
        .values(
          Array.from({ length: rounds }, (__, round) => ({
            email: `racer-${n}-${round}@example.com`,
            password_hash: '-',
            first_name: 'Racer',
            phone: '+919840012345',
            is_member: true,
            half_points: 1_000_000,
          })),
        )
        .returning('id')
        .execute();
      const accounts = await Promise.all(
        rows.map(async ({ id }) => ({
          id,
          token: await tokens.issue({ id, isMember: true, sessionId: await startSession(database, id) }),
        })),
      );
      const url = urls[n % urls.length] as string;
      const paysWith = (n + Math.floor(n / urls.length)) % 2 === 0 ? 'points' : 'card';
      return { url, paysWith, accounts, ...(accounts[0] as Account) };
    }),
  );
}

/** Books a slot range with points, or holds it for a card payment. */
export async function requestBooking(
  { pricePerHourPaise }: Pick<RaceSetup, 'pricePerHourPaise'>,
  { url, id, token, paysWith }: Racer,
  day: string,
  range: SlotRange,
): Promise<RequestResult> {
  const amount = rupeesAmount(priceOf(pricePerHourPaise, slotCount(range)).total);
  const response = await fetch(url + (paysWith === 'points' ? paths.book : paths.createPayment), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      mid: ROOM,
      uid: id,
      bdate: day,
      ...bookingTimes(range),
      ...(paysWith === 'card' && { amount, currency: 'INR' }),
    }),
  });
  return { status: response.status, body: (await response.json()) as Partial<ErrorBody> };
}

/** Pairs of bookings with overlapping ranges, independent of their slot rows. */
async function countOverlaps(database: Database): Promise<number> {
  const { rows } = await sql`
    select one.id from booking one join booking other
      on other.room_id = one.room_id and other.day = one.day and other.id > one.id
      and other.start_slot < one.end_slot and one.start_slot < other.end_slot
    where one.room_id = ${ROOM}
      and one.status in ('held', 'confirmed') and other.status in ('held', 'confirmed')`.execute(database);
  return rows.length;
}

/** Bookings of the room whose slot rows differ from their range. */
export async function incompleteBookings(database: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select booking.id from booking left join booking_slot on booking_id = booking.id
    where booking.room_id = ${ROOM} and status in ('held', 'confirmed')
    group by booking.id
    having count(slot) <> end_slot - start_slot or min(slot) <> start_slot or max(slot) <> end_slot - 1`.execute(
    database,
  );
  return rows;
}

/** In the database. Locks in a fixed order cause none. */
export async function countDeadlocks(database: Database): Promise<number> {
  // The view is updated only when a connection is idle. This query forces the update.
  await sql`select pg_stat_force_next_flush()`.execute(database).catch(() => {});
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(database);
  return rows[0]?.deadlocks ?? 0;
}

type RequestedRange = { readonly day: string; readonly range: SlotRange };

/** Runs rounds of concurrent requests. `problemOf` returns the problem of a round, or null. */
async function runRace(
  setup: RaceSetup,
  racers: readonly Racer[],
  rounds: number,
  requestOf: (racer: number, round: number) => RequestedRange,
  problemOf: (winners: readonly RequestedRange[]) => string | null,
): Promise<RaceResult> {
  await emptyTables(setup.database);
  let winners = 0;
  let conflicts = 0;
  let errors = 0;
  const violations: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const requested = racers.map((_, n) => requestOf(n, round));
    const responses = await Promise.all(
      racers.map((racer, n) => {
        const { day, range } = requested[n] as RequestedRange;
        return requestBooking(setup, { ...racer, ...racer.accounts[round] }, day, range);
      }),
    );
    for (const [n, { status, body }] of responses.entries()) {
      if (status === 200) winners += 1;
      else if (status === 409 && body.error?.code === 'slot-taken') {
        conflicts += 1;
        // A conflict contains the taken slots, and some of them were requested.
        const { range } = requested[n] as RequestedRange;
        const times = slotsIn(range).map((slot) => bookingTimes({ start: slot, end: slot + 1 }).stime);
        if (!body.error.taken?.some((time) => times.includes(time))) {
          violations.push(`round ${round}: a conflict without a requested slot`);
        }
      } else {
        errors += 1;
        violations.push(`round ${round}: ${status} ${JSON.stringify(body)}`);
      }
    }
    const problem = problemOf(requested.filter((_, n) => responses[n]?.status === 200));
    if (problem !== null) violations.push(`round ${round}: ${problem}`);
  }
  const overlapping = await countOverlaps(setup.database);
  if (overlapping > 0) violations.push(`${overlapping} pairs of bookings overlap`);
  const incomplete = await incompleteBookings(setup.database);
  if (incomplete.length > 0) violations.push(`${incomplete.length} bookings with wrong slots`);
  const stored = await setup.database
    .selectFrom('booking')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('room_id', '=', ROOM)
    .where('status', 'in', ['held', 'confirmed'])
    .executeTakeFirstOrThrow();
  if (stored.count !== winners)
    violations.push(`${winners} responses with 200, but ${stored.count} bookings`);
  return { rounds, winners, conflicts, errors, overlaps: overlapping, violations };
}

/** Of a round. */
const dayOf = ({ firstDay }: RaceSetup, round: number): string => addDays(firstDay, round % 100);

/** All racers request the same slot: one books it, and the others get a correct conflict. */
export const raceForSameSlot = (
  setup: RaceSetup,
  racers: readonly Racer[],
  rounds: number,
): Promise<RaceResult> =>
  runRace(
    setup,
    racers,
    rounds,
    (_, round) => {
      const start = DEFAULT_OPENING.start + ((round * 7) % slotCount(DEFAULT_OPENING));
      return { day: dayOf(setup, round), range: { start, end: start + 1 } };
    },
    (winners) => (winners.length === 1 ? null : `${winners.length} winners`),
  );

/** At least one of the ranges is booked, and bookings never overlap. */
export const raceForOverlappingRanges = (
  setup: RaceSetup,
  racers: readonly Racer[],
  rounds: number,
): Promise<RaceResult> =>
  runRace(
    setup,
    racers,
    rounds,
    (n, round) => {
      // Every range overlaps others, and several can be booked, for any number of racers.
      const spread = Math.min(12, racers.length);
      const start = 16 + ((n * 5 + round * 7) % spread);
      return { day: dayOf(setup, round), range: { start, end: start + 2 + ((n + round) % 3) } };
    },
    (winners) => {
      const covered = new Set(winners.flatMap(({ range }) => slotsIn(range)));
      const won = winners.reduce((sum, { range }) => sum + slotCount(range), 0);
      if (winners.length === 0) return 'no winner';
      return covered.size === won ? null : 'two winners overlap';
    },
  );

/** One member concurrently requests more bookings than the points can pay for. Each point is spent once. */
export async function raceForOneBalance(
  setup: RaceSetup,
  spender: Racer,
  urls: readonly string[],
  { calls, halfPoints, rounds }: { calls: number; halfPoints: number; rounds: number },
): Promise<RaceResult> {
  const { database } = setup;
  await emptyTables(database);
  const count = { winners: 0, conflicts: 0, errors: 0 };
  const violations: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await setHalfPoints(database, halfPoints, spender.id);
    const responses = await Promise.all(
      Array.from({ length: calls }, (_, n) =>
        requestBooking(
          setup,
          { ...spender, paysWith: 'points', url: urls[n % urls.length] as string },
          dayOf(setup, round),
          { start: DEFAULT_OPENING.start + n, end: DEFAULT_OPENING.start + n + 1 },
        ),
      ),
    );
    let winners = 0;
    for (const { status, body } of responses) {
      if (status === 200) winners += 1;
      else if (body.error?.code === 'not-enough-points') count.conflicts += 1;
      else {
        count.errors += 1;
        violations.push(`round ${round}: ${status} ${JSON.stringify(body)}`);
      }
    }
    count.winners += winners;
    const { half_points: pointsLeft } = await database
      .selectFrom('app_user')
      .select('half_points')
      .where('id', '=', spender.id)
      .executeTakeFirstOrThrow();
    if (winners !== halfPoints || pointsLeft !== 0) {
      violations.push(`round ${round}: ${winners} booked with ${halfPoints} half-points, ${pointsLeft} left`);
    }
  }
  return { rounds, ...count, overlaps: await countOverlaps(database), violations };
}
