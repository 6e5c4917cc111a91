import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { addDays, dateAt } from '../domain/time/calendar.ts';
import { accessTokens } from '../server/account/session/accessTokens.ts';
import { readConfig } from '../server/platform/config/config.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { openDatabase } from '../server/platform/database/connection/open.ts';
import type { Database } from '../server/platform/database/schema.ts';
import { seed } from '../server/seed/seed.ts';

/*
 * Works on the database of a measurement while no server has it open: fills it, measures its speed, or counts bookings. Run by
 * scripts/from-source.mjs with a task as its argument; sends the result to the parent process.
 */

/**
 * `prepare` fills the database. `inserts` measures the database without a server: one row per INSERT, `connections` at a time.
 * `count` counts the bookings that were made through the server, and `double bookings` the pairs of bookings that overlap.
 */
type Task =
  | { kind: 'prepare'; rooms: number; bookedDays: number }
  | { kind: 'count' }
  | { kind: 'double bookings' }
  | { kind: 'inserts'; connections: number; seconds: number };

/** Enough members that two concurrent calls rarely come from the same one. */
const MEMBERS = 256;
/** The bookings of each day in a busy room: four, of three slots each. */
const BOOKED_STARTS = [18, 22, 28, 34];
const BOOKED_LENGTH = 3;

const config = readConfig(process.env);

/**
 * Creates members with unlimited points and an access token each, `rooms` rooms, and bookings in the new rooms for `bookedDays`
 * days.
 */
async function prepare(database: Database, { rooms, bookedDays }: Extract<Task, { kind: 'prepare' }>) {
  await migrate(database);
  await seed(database, { demo: true, now: Date.now() });
  const tokens = accessTokens(config, Date.now);
  const members = await Promise.all(
    Array.from({ length: MEMBERS }, async (_, n) => {
      const { id } = await database
        .insertInto('app_user')
        .values({
          email: `bench-${n}@example.com`,
          password_hash: '-',
          first_name: 'Bench',
          phone: '+919840012345',
          is_member: true,
          half_points: 1_000_000_000,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const sessionId = randomUUID();
      const absolute_expires_at = new Date(Date.now() + 86_400_000);
      await database
        .insertInto('session')
        .values({ id: sessionId, user_id: id, absolute_expires_at })
        .execute();
      return { id, token: await tokens.issue({ id, isMember: true, sessionId }) };
    }),
  );
  await sql`
    insert into room (id, name, capacity, price_per_hour_paise, images, amenities,
      floor, building_no, street_name, area_name, city, pincode)
    select n, 'Room ' || n, capacity, price_per_hour_paise, images, amenities,
      floor, building_no, street_name, area_name, city, pincode
    from generate_series(1, ${rooms}::integer) as n join room template on template.id = 1 + n % 9
    on conflict do nothing`.execute(database);
  if (bookedDays > 0) await bookRooms(database, members[0]?.id ?? '', bookedDays);
  await sql`analyze`.execute(database);
  return { members, rooms: await roomIds(database), slots: await countBookedSlots(database) };
}

const roomIds = async (database: Database): Promise<number[]> =>
  (await database.selectFrom('room').select('id').orderBy('id').execute()).map(({ id }) => id);

async function countBookedSlots(database: Database): Promise<number> {
  const { slots } = await database
    .selectFrom('booking_slot')
    .select(({ fn }) => fn.countAll<number>().as('slots'))
    .executeTakeFirstOrThrow();
  return slots;
}

async function bookRooms(database: Database, userId: string, days: number): Promise<void> {
  const first = addDays(dateAt(Date.now()), 1);
  await sql`
    insert into booking (user_id, room_id, day, start_slot, end_slot, status, paid_with, half_points)
    select ${userId}::uuid, room.id, ${first}::date + n, start, start + ${BOOKED_LENGTH}::integer, 'confirmed', 'points',
      ${BOOKED_LENGTH}::integer
    from room, generate_series(0, ${days - 1}::integer) as n, unnest(${BOOKED_STARTS}::integer[]) as start
    where room.id > 9`.execute(database);
  await sql`
    insert into booking_slot (room_id, day, slot, booking_id)
    select room_id, day, slot, id from booking, generate_series(start_slot, end_slot - 1) as slot
    where room_id > 9
    on conflict do nothing`.execute(database);
}

/** Inserts rows of the size of a slot without pauses, to measure the driver and the database. */
async function measureInserts(
  database: Database,
  { connections, seconds }: Extract<Task, { kind: 'inserts' }>,
): Promise<{ perSecond: number; latencies: number[] }> {
  await sql`drop table if exists bare_insert`.execute(database);
  await sql`create table bare_insert (room_id integer, day date, slot integer, booking_id uuid,
    primary key (room_id, day, slot))`.execute(database);
  const latencies: number[] = [];
  const day = dateAt(Date.now());
  let next = 0;
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const insertStartedAt = performance.now();
        next += 1;
        await sql`insert into bare_insert values (${next}::integer, ${day}::date, 1, gen_random_uuid())`.execute(
          database,
        );
        latencies.push(performance.now() - insertStartedAt);
        // The embedded database responds within the same turn of the event loop: without a pause nothing else would run.
        if (config.databaseUrl === undefined) await new Promise((resolve) => setImmediate(resolve));
      }
    }),
  );
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  await sql`drop table bare_insert`.execute(database);
  return { perSecond: latencies.length / elapsedSeconds, latencies };
}

/** Counts the bookings made through the server, of one slot each. Unlike those of `bookRooms`, they have a confirmation time. */
async function countServerBookings(database: Database): Promise<{ bookings: number }> {
  return database
    .selectFrom('booking')
    .innerJoin('app_user', 'app_user.id', 'booking.user_id')
    .innerJoin('booking_slot', 'booking_slot.booking_id', 'booking.id')
    .select(({ fn }) => fn.countAll<number>().as('bookings'))
    .where('app_user.email', 'like', 'bench-%')
    .where('booking.confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow();
}

/** Counts the pairs of confirmed bookings of a room that overlap. */
async function countDoubleBookings(database: Database): Promise<{ pairs: number }> {
  const { rows } = await sql<{ pairs: number }>`
    select count(*)::integer as pairs
    from booking one join booking other on other.room_id = one.room_id and other.day = one.day and other.id > one.id
      and other.start_slot < one.end_slot and other.end_slot > one.start_slot
    where one.status = 'confirmed' and other.status = 'confirmed'`.execute(database);
  return rows[0] ?? { pairs: 0 };
}

function runTask(database: Database, task: Task): Promise<object> {
  if (task.kind === 'prepare') return prepare(database, task);
  if (task.kind === 'double bookings') return countDoubleBookings(database);
  return task.kind === 'inserts' ? measureInserts(database, task) : countServerBookings(database);
}

const connection = await openDatabase(config);
const task = JSON.parse(process.argv[3] ?? '{}') as Task;
const result = await connection.withoutTimeouts((database) => runTask(database, task));
await connection.close();
process.send?.(result);
