import { sql } from 'kysely';
import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/calendar.ts';
import { DEFAULT_OPENING } from '../../domain/openingHours.ts';
import { priceOf, rupeesAmount } from '../../domain/pricing.ts';
import { bookingTimes, slotCount, slotsIn, type SlotRange } from '../../domain/slots.ts';
import type { AccessTokens } from '../../server/accounts/accessTokens.ts';
import type { Database } from '../../server/database/schema.ts';
import { insertSession } from '../fixtures/insertSession.ts';

export const ROOM = 2;

interface Account {
  readonly id: string;
  readonly token: string;
}

/** A client of a race, and its server. */
export interface Contender extends Account {
  readonly url: string;
  readonly pays: 'points' | 'card';
  /** One account for each round, because an account may have only a few unpaid holds. */
  readonly accounts: readonly Account[];
}

/** A race and its result. `broken`: every broken promise, as text. */
export interface Outcome {
  readonly rounds: number;
  readonly winners: number;
  readonly conflicts: number;
  readonly errors: number;
  readonly overlaps: number;
  readonly broken: readonly string[];
}

/** The setting of races: a database, the first day, and the room's price. */
export interface Field {
  readonly database: Database;
  readonly firstDay: string;
  readonly pricePerHourPaise: number;
}

interface Answer {
  readonly status: number;
  readonly body: Partial<ErrorBody>;
}

/**
 * Members with enough points, spread over the servers; half of those on each pay by card, for that many `rounds`.
 * `startSession` makes a session of a user and returns its id.
 */
export function contenders(
  database: Database,
  tokens: AccessTokens,
  urls: readonly string[],
  {
    count,
    rounds,
    startSession = insertSession,
  }: { count: number; rounds: number; startSession?: typeof insertSession },
): Promise<Contender[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n): Promise<Contender> => {
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
      const pays = (n + Math.floor(n / urls.length)) % 2 === 0 ? 'points' : 'card';
      return { url, pays, accounts, ...(accounts[0] as Account) };
    }),
  );
}

/** Books a slot range with the contender's payment: held for a card, booked with points. */
export async function ask(
  { pricePerHourPaise }: Pick<Field, 'pricePerHourPaise'>,
  { url, id, token, pays }: Contender,
  day: string,
  range: SlotRange,
): Promise<Answer> {
  const amount = rupeesAmount(priceOf(pricePerHourPaise, slotCount(range)).total);
  const response = await fetch(url + (pays === 'points' ? paths.book : paths.createPayment), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      mid: ROOM,
      uid: id,
      bdate: day,
      ...bookingTimes(range),
      ...(pays === 'card' && { amount, currency: 'INR' }),
    }),
  });
  return { status: response.status, body: (await response.json()) as Partial<ErrorBody> };
}

/** Removes all bookings of the room. */
export async function clearRoom({ database }: Field): Promise<void> {
  await sql`truncate paper, paper_due, paper_counter`.execute(database);
  for (const table of ['refund', 'payment', 'payment_order'] as const) {
    await database.deleteFrom(table).execute();
  }
  await database.deleteFrom('booking').where('room_id', '=', ROOM).execute();
}

/** Pairs of bookings of the room with overlapping ranges, independent of their slot rows. */
async function overlaps(database: Database): Promise<number> {
  const { rows } = await sql`
    select one.id from booking one join booking other
      on other.room_id = one.room_id and other.day = one.day and other.id > one.id
      and other.start_slot < one.end_slot and one.start_slot < other.end_slot
    where one.room_id = ${ROOM}
      and one.status in ('held', 'confirmed') and other.status in ('held', 'confirmed')`.execute(database);
  return rows.length;
}

/** Bookings of the room whose slot rows differ from their range. */
export async function partial(database: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select booking.id from booking left join booking_slot on booking_id = booking.id
    where booking.room_id = ${ROOM} and status in ('held', 'confirmed')
    group by booking.id
    having count(slot) <> end_slot - start_slot or min(slot) <> start_slot or max(slot) <> end_slot - 1`.execute(
    database,
  );
  return rows;
}

/** The number of deadlocks: locks in one order cause none. */
export async function deadlocks(database: Database): Promise<number> {
  // The view is updated when a connection is idle; this query forces it.
  await sql`select pg_stat_force_next_flush()`.execute(database).catch(() => {});
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(database);
  return rows[0]?.deadlocks ?? 0;
}

type Wish = { readonly day: string; readonly range: SlotRange };

/** Runs rounds of concurrent requests, and counts; `judge` returns the errors of one round's responses. */
async function contest(
  field: Field,
  racers: readonly Contender[],
  rounds: number,
  wish: (racer: number, round: number) => Wish,
  judge: (winners: readonly Wish[]) => string | null,
): Promise<Outcome> {
  await clearRoom(field);
  let winners = 0;
  let conflicts = 0;
  let errors = 0;
  const broken: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const wishes = racers.map((_, n) => wish(n, round));
    const responses = await Promise.all(
      racers.map((racer, n) => {
        const { day, range } = wishes[n] as Wish;
        return ask(field, { ...racer, ...racer.accounts[round] }, day, range);
      }),
    );
    for (const [n, { status, body }] of responses.entries()) {
      if (status === 200) winners += 1;
      else if (status === 409 && body.error?.code === 'slot-taken') {
        conflicts += 1;
        // A conflict contains the taken slots, and some of them were requested.
        const { range } = wishes[n] as Wish;
        const times = slotsIn(range).map((slot) => bookingTimes({ start: slot, end: slot + 1 }).stime);
        if (!body.error.taken?.some((time) => times.includes(time))) {
          broken.push(`round ${round}: a conflict that names none of the requested slots`);
        }
      } else {
        errors += 1;
        broken.push(`round ${round}: ${status} ${JSON.stringify(body)}`);
      }
    }
    const wrong = judge(wishes.filter((_, n) => responses[n]?.status === 200));
    if (wrong !== null) broken.push(`round ${round}: ${wrong}`);
  }
  const overlapping = await overlaps(field.database);
  if (overlapping > 0) broken.push(`${overlapping} pairs of bookings overlap`);
  const incomplete = await partial(field.database);
  if (incomplete.length > 0) broken.push(`${incomplete.length} bookings without exactly their slots`);
  const stored = await field.database
    .selectFrom('booking')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('room_id', '=', ROOM)
    .where('status', 'in', ['held', 'confirmed'])
    .executeTakeFirstOrThrow();
  if (stored.count !== winners) broken.push(`${winners} were answered with 200, ${stored.count} are stored`);
  return { rounds, winners, conflicts, errors, overlaps: overlapping, broken };
}

/** Different slots in each round of a contest. */
const dayOf = ({ firstDay }: Field, round: number): string => addDays(firstDay, round % 100);

/** All request the same slot: one books it, the others get a clean conflict. */
export const forTheSameSlot = (
  field: Field,
  racers: readonly Contender[],
  rounds: number,
): Promise<Outcome> =>
  contest(
    field,
    racers,
    rounds,
    (_, round) => {
      const start = DEFAULT_OPENING.start + ((round * 7) % slotCount(DEFAULT_OPENING));
      return { day: dayOf(field, round), range: { start, end: start + 1 } };
    },
    (winners) => (winners.length === 1 ? null : `${winners.length} winners`),
  );

/** Ranges with many overlaps: at least one is booked, and the bookings never overlap. */
export const forOverlappingRanges = (
  field: Field,
  racers: readonly Contender[],
  rounds: number,
): Promise<Outcome> =>
  contest(
    field,
    racers,
    rounds,
    (n, round) => {
      // Wide enough that every range overlaps others, for any number of them, and several can be booked.
      const spread = Math.min(12, racers.length);
      const start = 16 + ((n * 5 + round * 7) % spread);
      return { day: dayOf(field, round), range: { start, end: start + 2 + ((n + round) % 3) } };
    },
    (winners) => {
      const covered = new Set(winners.flatMap(({ range }) => slotsIn(range)));
      const won = winners.reduce((sum, { range }) => sum + slotCount(range), 0);
      if (winners.length === 0) return 'nobody won';
      return covered.size === won ? null : 'two winners overlap';
    },
  );

/** One member on two servers requests more at once than the points pay for: they are spent once, and never negative. */
export async function forOneBalance(
  field: Field,
  spender: Contender,
  urls: readonly string[],
  { calls, halfPoints, rounds }: { calls: number; halfPoints: number; rounds: number },
): Promise<Outcome> {
  const { database } = field;
  await clearRoom(field);
  const count = { winners: 0, conflicts: 0, errors: 0 };
  const broken: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await database
      .updateTable('app_user')
      .set({ half_points: halfPoints })
      .where('id', '=', spender.id)
      .execute();
    const responses = await Promise.all(
      Array.from({ length: calls }, (_, n) =>
        ask(
          field,
          { ...spender, pays: 'points', url: urls[n % urls.length] as string },
          dayOf(field, round),
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
        broken.push(`round ${round}: ${status} ${JSON.stringify(body)}`);
      }
    }
    count.winners += winners;
    const { half_points: left } = await database
      .selectFrom('app_user')
      .select('half_points')
      .where('id', '=', spender.id)
      .executeTakeFirstOrThrow();
    if (winners !== halfPoints || left !== 0) {
      broken.push(`round ${round}: ${winners} booked with ${halfPoints} half-points, ${left} left`);
    }
  }
  return { rounds, ...count, overlaps: await overlaps(database), broken };
}
