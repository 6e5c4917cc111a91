import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { addDays, dateAt } from '../domain/calendar.ts';
import { accessTokens } from '../server/accounts/accessTokens.ts';
import { readConfig } from '../server/config.ts';
import { migrate } from '../server/database/migrate.ts';
import { openDatabase } from '../server/database/open.ts';
import type { Database } from '../server/database/schema.ts';
import { seed } from '../server/seed/seed.ts';

/*
 * Prepares the database of a measurement while no server has it open: fills it, or measures its own speed. Run by
 * scripts/from-source.mjs with an order as its argument; sends the result to the parent process.
 */

/**
 * `prepare` fills the database; `inserts` measures it bare: one row an INSERT, `connections` at a time; `count` tells how
 * many bookings have been made since it was filled.
 */
type Order =
  | { what: 'prepare'; rooms: number; bookedDays: number }
  | { what: 'count' }
  | { what: 'inserts'; connections: number; seconds: number };

/** Enough that two concurrent calls are rarely of one member. */
const MEMBERS = 256;
/** Slots taken on each day of a busy room: four bookings of three slots. */
const BOOKED_STARTS = [18, 22, 28, 34];
const BOOKED_LENGTH = 3;

const config = readConfig(process.env);

/** Makes members with endless points, their access tokens, rooms up to a number, and `bookedDays` of bookings in each. */
async function prepare(to: Database, { rooms, bookedDays }: Extract<Order, { what: 'prepare' }>) {
  await migrate(to);
  await seed(to, { demo: true, now: Date.now() });
  const tokens = accessTokens(config, Date.now);
  const members = await Promise.all(
    Array.from({ length: MEMBERS }, async (_, n) => {
      const { id } = await to
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
      await to.insertInto('session').values({ id: sessionId, user_id: id, absolute_expires_at }).execute();
      return { id, token: await tokens.issue({ id, isMember: true, sessionId }) };
    }),
  );
  await sql`
    insert into room (id, name, capacity, price_per_hour_paise, images, amenities,
      floor, building_no, street_name, area_name, city, pincode)
    select n, 'Room ' || n, capacity, price_per_hour_paise, images, amenities,
      floor, building_no, street_name, area_name, city, pincode
    from generate_series(1, ${rooms}::integer) as n join room template on template.id = 1 + n % 9
    on conflict do nothing`.execute(to);
  if (bookedDays > 0) await bookRooms(to, members[0]?.id ?? '', bookedDays);
  await sql`analyze`.execute(to);
  return { members, rooms: await roomIds(to), slots: await count(to) };
}

const roomIds = async (from: Database): Promise<number[]> =>
  (await from.selectFrom('room').select('id').orderBy('id').execute()).map(({ id }) => id);

async function count(from: Database): Promise<number> {
  const { slots } = await from
    .selectFrom('booking_slot')
    .select(({ fn }) => fn.countAll<number>().as('slots'))
    .executeTakeFirstOrThrow();
  return slots;
}

async function bookRooms(to: Database, userId: string, days: number): Promise<void> {
  const first = addDays(dateAt(Date.now()), 1);
  await sql`
    insert into booking (user_id, room_id, day, start_slot, end_slot, status, paid_with, half_points)
    select ${userId}::uuid, room.id, ${first}::date + n, start, start + ${BOOKED_LENGTH}::integer, 'confirmed', 'points',
      ${BOOKED_LENGTH}::integer
    from room, generate_series(0, ${days - 1}::integer) as n, unnest(${BOOKED_STARTS}::integer[]) as start
    where room.id > 9`.execute(to);
  await sql`
    insert into booking_slot (room_id, day, slot, booking_id)
    select room_id, day, slot, id from booking, generate_series(start_slot, end_slot - 1) as slot
    where room_id > 9
    on conflict do nothing`.execute(to);
}

/** Rows of the size of slots, inserted as fast as the driver and the database can. */
async function inserts(
  into: Database,
  { connections, seconds }: Extract<Order, { what: 'inserts' }>,
): Promise<{ perSecond: number; latencies: number[] }> {
  await sql`drop table if exists bare_insert`.execute(into);
  await sql`create table bare_insert (room_id integer, day date, slot integer, booking_id uuid,
    primary key (room_id, day, slot))`.execute(into);
  const latencies: number[] = [];
  const day = dateAt(Date.now());
  let next = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const asked = performance.now();
        next += 1;
        await sql`insert into bare_insert values (${next}::integer, ${day}::date, 1, gen_random_uuid())`.execute(
          into,
        );
        latencies.push(performance.now() - asked);
        // The embedded database answers within the same turn of the event loop.
        if (config.databaseUrl === undefined) await new Promise((resolve) => setImmediate(resolve));
      }
    }),
  );
  const took = (performance.now() - began) / 1000;
  await sql`drop table bare_insert`.execute(into);
  return { perSecond: latencies.length / took, latencies };
}

/** Bookings made through the server: unlike those of `bookRooms`, they were confirmed at an instant. */
async function bookingsMade(from: Database): Promise<{ bookings: number }> {
  return from
    .selectFrom('booking')
    .innerJoin('app_user', 'app_user.id', 'booking.user_id')
    .innerJoin('booking_slot', 'booking_slot.booking_id', 'booking.id')
    .select(({ fn }) => fn.countAll<number>().as('bookings'))
    .where('app_user.email', 'like', 'bench-%')
    .where('booking.confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow();
}

function carryOut(database: Database, wanted: Order): Promise<object> {
  if (wanted.what === 'prepare') return prepare(database, wanted);
  return wanted.what === 'inserts' ? inserts(database, wanted) : bookingsMade(database);
}

const opened = await openDatabase(config);
const order = JSON.parse(process.argv[3] ?? '{}') as Order;
const result = await opened.withoutLimits((database) => carryOut(database, order));
await opened.close();
process.send?.(result);
