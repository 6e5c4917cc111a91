import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/calendar.ts';
import { bookingTimes, halfHoursIn, type SlotRange } from '../../domain/slots.ts';
import { startPostgres } from '../../scripts/postgres.mjs';
import { accessTokens } from '../../server/accounts/accessTokens.ts';
import { claimSlots, confirmSlots } from '../../server/bookings/claim.ts';
import { openDatabase } from '../../server/database/open.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { post, send, type Answer } from '../api/client.ts';
import { START, startServer, type TestServer } from '../api/startServer.ts';

/*
 * The embedded database runs one statement after the other: only a real PostgreSQL, here under two servers at once, can
 * show that a race has one winner.
 */
const CLIENTS = 16;
const ROUNDS = 100;
const ROOM = 2;

interface Client {
  readonly server: TestServer;
  readonly id: string;
  readonly token: string;
}

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let servers: [TestServer, TestServer];
let clients: Client[];

beforeAll(async () => {
  postgres = await startPostgres();
  const start = async () =>
    startServer({
      env: { ACCESS_TOKEN_SECRET: 'the same for both of the servers' },
      database: await openDatabase({ databaseUrl: postgres.url, dataDir: '' }),
    });
  // At once: two servers that start together on an empty database must not stumble over each other either.
  servers = await Promise.all([start(), start()]);

  const [{ database, config, clock }] = servers;
  const tokens = accessTokens(config, () => clock.now);
  clients = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, n) => {
      const { id } = await database
        .insertInto('app_user')
        .values({
          email: `racer-${n}@example.com`,
          password_hash: '-',
          first_name: 'Racer',
          phone: '+919840012345',
          is_member: true,
          half_points: 1_000_000,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const server = servers[n % 2] as TestServer;
      return { server, id, token: await tokens.issue({ id, isMember: true }) };
    }),
  );
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await postgres.stop();
});
beforeEach(async () => {
  await servers[0].database.deleteFrom('booking').where('room_id', '=', ROOM).execute();
});

const book = ({ server, id, token }: Client, day: string, range: SlotRange): Promise<Answer> =>
  post(server, paths.book, { mid: ROOM, uid: id, bdate: day, ...bookingTimes(range) }, { token });

const dayOf = (round: number): string => addDays('2025-11-22', round % 30);
const codeOf = ({ body }: Answer): string | undefined => (body as Partial<ErrorBody>).error?.code;

/** Each booking has exactly the half-hours of its stretch; the table itself lets no half-hour have two. */
async function expectEveryBookingWhole(): Promise<void> {
  const broken = await sql`
    select booking.id from booking left join booking_slot on booking_id = booking.id
    where booking.room_id = ${ROOM} and status in ('held', 'confirmed')
    group by booking.id
    having count(slot) <> end_slot - start_slot or min(slot) <> start_slot or max(slot) <> end_slot - 1`.execute(
    servers[0].database,
  );
  expect(broken.rows).toEqual([]);
}

/** Claims in one order everywhere never wait for each other in a circle. */
async function deadlocks(): Promise<number> {
  // The counts reach the view when a connection is idle; asking for them forces that.
  await sql`select pg_stat_force_next_flush()`.execute(servers[0].database).catch(() => {});
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(servers[0].database);
  return rows[0]?.deadlocks ?? 0;
}

describe('sixteen clients on two servers', () => {
  test(`who want the same half-hour at once: one gets it, the others a clean 409, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const slot = round % 48;
      const range = { start: slot, end: slot + 1 };
      const day = dayOf(round);
      const answers = await Promise.all(clients.map((client) => book(client, day, range)));

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const losers = answers.filter(({ status }) => status !== 200);
      expect(new Set(losers.map(({ status }) => status))).toEqual(new Set([409]));
      for (const { body } of losers) {
        const { error } = body as ErrorBody;
        expect(error.code).toBe('slot-taken');
        expect(error.taken).toContain(bookingTimes(range).stime);
      }
    }
    await expectEveryBookingWhole();
    expect(await deadlocks()).toBe(0);
  });

  test(`who want stretches that overlap: those who get theirs never overlap, and someone does, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const day = dayOf(round);
      await servers[0].database
        .deleteFrom('booking')
        .where('room_id', '=', ROOM)
        .where('day', '=', day)
        .execute();
      // Spread over twelve half-hours, so that every stretch meets several others and some can win beside each other.
      const wanted = clients.map((_, n) => {
        const start = 16 + ((n * 5 + round * 7) % 12);
        return { start, end: start + 1 + ((n + round) % 4) };
      });
      const answers = await Promise.all(
        clients.map((client, n) => book(client, day, wanted[n] as SlotRange)),
      );

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
      const won = wanted.filter((_, n) => answers[n]?.status === 200);
      const covered = new Set(
        won.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)),
      );
      expect(covered.size).toBe(won.reduce((sum, range) => sum + halfHoursIn(range), 0));
    }
    await expectEveryBookingWhole();
    expect(await deadlocks()).toBe(0);
  });

  test('who spend one balance at once spend it once: points paid are points booked', async () => {
    const { database } = servers[0];
    const [spender] = clients as [Client];
    const elsewhere: Client = { ...spender, server: servers[1] };
    for (let round = 0; round < 20; round += 1) {
      await database.updateTable('app_user').set({ half_points: 5 }).where('id', '=', spender.id).execute();
      const day = dayOf(round);
      const answers = await Promise.all(
        Array.from({ length: CLIENTS }, (_, n) =>
          book(n % 2 ? spender : elsewhere, day, { start: n, end: n + 1 }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
      expect(new Set(answers.map(codeOf))).toEqual(new Set([undefined, 'not-enough-points']));
      const { half_points } = await database
        .selectFrom('app_user')
        .select('half_points')
        .where('id', '=', spender.id)
        .executeTakeFirstOrThrow();
      expect(half_points).toBe(0);
    }
  });
});

describe('a hold that is over', () => {
  /** Confirms a held booking as late money does: its row first, then its half-hours. */
  const confirm = (server: TestServer, id: string): Promise<boolean> =>
    inTransaction(server.database, async (tx) => {
      const booking = await tx
        .selectFrom('booking')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (booking.status !== 'held' || !(await confirmSlots(tx, booking))) return false;
      await tx.updateTable('booking').set({ status: 'confirmed' }).where('id', '=', id).execute();
      return true;
    });

  test(`goes to the one who pays late or to one of those who want it now, never to two, ${ROUNDS} times`, async () => {
    const [first, second] = servers;
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const day = dayOf(round);
      await first.database.deleteFrom('booking').where('room_id', '=', ROOM).where('day', '=', day).execute();
      const range = { start: 20, end: 24 };
      const holdUntil = new Date(START - 1);
      const [holder] = clients as [Client];
      const id = await inTransaction(first.database, async (tx) => {
        const held = await tx
          .insertInto('booking')
          .values({
            user_id: holder.id,
            room_id: ROOM,
            day,
            start_slot: range.start,
            end_slot: range.end,
            status: 'held',
            paid_with: 'card',
            total_paise: 118_000,
            hold_expires_at: holdUntil,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await claimSlots(tx, { bookingId: held.id, roomId: ROOM, day, range, holdUntil, now: START - 1000 });
        return held.id;
      });

      // Who wants all four, and who wants only some of them. The late payer sets out by none to five requests later, to
      // come before, between and after them.
      const rivals = clients.slice(1, 5).map((client, n) => ({
        client,
        range: n % 2 ? { start: 22, end: 26 } : range,
      }));
      const payer = round % 2 ? first : second;
      const payLate = async () => {
        for (let request = 0; request < round % 6; request += 1) await send(payer, '/readyz');
        return confirm(payer, id);
      };
      const [confirmed, ...answers] = await Promise.all([
        payLate(),
        ...rivals.map((rival) => book(rival.client, day, rival.range)),
      ]);
      const winners = answers.filter(({ status }) => status === 200).length + (confirmed ? 1 : 0);
      expect(winners).toBe(1);
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const { status } = await first.database
        .selectFrom('booking')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(status).toBe(confirmed ? 'confirmed' : 'expired');
      outcomes.add(status);
    }
    // Both must have happened, or this raced nobody.
    expect(outcomes).toEqual(new Set(['confirmed', 'expired']));
    await expectEveryBookingWhole();
    expect(await deadlocks()).toBe(0);
  });
});
