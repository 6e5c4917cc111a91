import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { addDays } from '../../domain/time/calendar.ts';
import { accessTokens } from '../../server/account/session/accessTokens.ts';
import { lockUserRow } from '../../server/account/users.ts';
import { bookWithPointsIfFree } from '../../server/checkout/bookWithPoints.ts';
import { claimSlots, confirmSlots } from '../../server/slots/bookingSlots.ts';
import { inTransaction } from '../../server/platform/database/transaction.ts';
import { gatewayFromConfig } from '../../server/payments/provider/fromConfig.ts';
import { send } from '../api/client.ts';
import { START, startServer, type TestServer } from '../api/startServer.ts';
import { partitionBookingSlot } from '../drills/partitionBookingSlot.ts';
import { emptyTables } from '../fixtures/emptyTables.ts';
import { insertSession } from '../fixtures/insertSession.ts';
import {
  requestBooking,
  createRacers,
  countDeadlocks,
  raceForOneBalance,
  raceForOverlappingRanges,
  raceForSameSlot,
  incompleteBookings,
  ROOM,
  type Racer,
  type RaceSetup,
} from './race.ts';
import { sharedPostgres, type SharedPostgres } from './sharedPostgres.ts';
import { roundsOf } from './rounds.ts';

/*
 * The embedded database runs one statement after the other. Only a real PostgreSQL with two servers proves that a race has one
 * winner. `npm run races` does the same in separate processes and with different numbers of clients.
 */
const CLIENTS = 16;
const ROUNDS = roundsOf(100);
const PARTITIONED_ROUNDS = roundsOf(30);

let postgres: SharedPostgres;
let servers: [TestServer, TestServer];
let racers: Racer[];
let setup: RaceSetup;

beforeAll(async () => {
  postgres = await sharedPostgres();
  const { dataDir } = postgres;
  const start = async () => {
    const gateway = gatewayFromConfig({ razorpay: null, dataDir }, () => server.url);
    const server: TestServer = await startServer({
      env: { DATA_DIR: dataDir, ACCESS_TOKEN_SECRET: 'the same for both of the servers' },
      gateway,
      database: await postgres.open(),
    });
    return server;
  };
  // Two servers must be able to start concurrently on an empty database.
  servers = await Promise.all([start(), start()]);

  const [{ database, config, clock }] = servers;
  const tokens = accessTokens(config, () => clock.now);
  const urls = servers.map(({ url }) => url);
  racers = await createRacers(database, tokens, urls, { count: CLIENTS, rounds: ROUNDS });
  const { price_per_hour_paise } = await database
    .selectFrom('room')
    .select('price_per_hour_paise')
    .where('id', '=', ROOM)
    .executeTakeFirstOrThrow();
  setup = { database, firstDay: '2025-11-22', pricePerHourPaise: price_per_hour_paise };
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await postgres.stop();
});

describe('sixteen clients on two servers, with points or by card', () => {
  test(`request the same slot concurrently: one books it, and the others get a correct 409, ${ROUNDS} times`, async () => {
    expect(await raceForSameSlot(setup, racers, ROUNDS)).toEqual({
      rounds: ROUNDS,
      winners: ROUNDS,
      conflicts: (CLIENTS - 1) * ROUNDS,
      errors: 0,
      overlaps: 0,
      violations: [],
    });
    expect(await countDeadlocks(setup.database)).toBe(0);
  });

  test(`request overlapping ranges concurrently: at least one books, and bookings never overlap, ${ROUNDS} times`, async () => {
    const { winners, conflicts, ...wrong } = await raceForOverlappingRanges(setup, racers, ROUNDS);
    expect(wrong).toEqual({ rounds: ROUNDS, errors: 0, overlaps: 0, violations: [] });
    expect(winners + conflicts).toBe(CLIENTS * ROUNDS);
    expect(await countDeadlocks(setup.database)).toBe(0);
  });

  test('spend one balance concurrently: each point pays for one booking', async () => {
    const [spender] = racers as [Racer];
    const urls = servers.map(({ url }) => url);
    const outcome = await raceForOneBalance(setup, spender, urls, {
      calls: CLIENTS,
      halfPoints: 5,
      rounds: roundsOf(20),
    });
    expect(outcome).toMatchObject({ winners: 5 * roundsOf(20), errors: 0, overlaps: 0, violations: [] });
  });
});

describe('slots in an open transaction', () => {
  /** Takes a slot in a transaction, lets a racer request it, and then commits or rolls back. */
  async function requestDuringTransaction(
    end: 'commit' | 'roll back',
    pays: Racer['paysWith'],
  ): Promise<{ status: number }> {
    const [{ database }] = servers;
    const [taker, ...others] = racers as [Racer, ...Racer[]];
    const racer = others.find((other) => other.paysWith === pays) as Racer;
    let response: Promise<{ status: number }> | undefined;
    const transaction = inTransaction(database, async (tx) => {
      const { id } = await tx
        .insertInto('booking')
        .values({
          user_id: taker.id,
          room_id: ROOM,
          day: '2025-11-22',
          start_slot: 21,
          end_slot: 22,
          status: 'confirmed',
          paid_with: 'points',
          half_points: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const claim = { bookingId: id, roomId: ROOM, day: '2025-11-22', range: { start: 21, end: 22 } };
      expect(await claimSlots(tx, { ...claim, holdUntil: null, now: START })).toBe(true);
      response = requestBooking(setup, racer, '2025-11-22', { start: 20, end: 23 });
      // The racer's statement has to wait for the transaction.
      await expect
        .poll(async () => {
          const { rows } = await sql`select 1 from pg_locks where not granted`.execute(database);
          return rows.length;
        })
        .toBe(1);
      if (end === 'roll back') throw new Error('rolled back');
    });
    const [result] = await Promise.allSettled([transaction]);
    expect(result.status).toBe(end === 'commit' ? 'fulfilled' : 'rejected');
    return (await response) as { status: number };
  }

  test.each(['points', 'card'] as const)(
    'are refused when the transaction commits, paid with %s',
    async (pays) => {
      await emptyTables(setup.database);
      expect(await requestDuringTransaction('commit', pays)).toMatchObject({ status: 409 });
      expect(await incompleteBookings(setup.database)).toEqual([]);
      const { rows } = await sql`select slot from booking_slot where room_id = ${ROOM}`.execute(
        setup.database,
      );
      expect(rows).toEqual([{ slot: 21 }]);
    },
  );

  test.each(['points', 'card'] as const)(
    'are booked when the transaction rolls back, paid with %s',
    async (pays) => {
      await emptyTables(setup.database);
      expect(await requestDuringTransaction('roll back', pays)).toMatchObject({ status: 200 });
      expect(await incompleteBookings(setup.database)).toEqual([]);
    },
  );
});

describe('bookings with points that share a statement', () => {
  const day = '2025-11-22';
  const made = { id: expect.any(String) };
  /** Each two slots after the one before, from slot 20. */
  const bookingsOf = (users: readonly Racer[]) =>
    Promise.all(
      users.map(async ({ id }, nth) => ({
        requested: {
          userId: id,
          roomId: ROOM,
          day,
          range: { start: 20 + 2 * nth, end: 22 + 2 * nth },
          now: servers[0].clock.now,
        },
        user: { id, sessionId: await insertSession(servers[0].database, id) },
      })),
    );

  test('do not wait while another transaction has the account of one of them', async () => {
    await emptyTables(setup.database);
    const [{ database }] = servers;
    // The first one has spent its points in an earlier test.
    const [, one, locked, other] = racers as [Racer, Racer, Racer, Racer];
    const bookings = await bookingsOf([one, locked, other]);
    await inTransaction(database, async (tx) => {
      await lockUserRow(tx, locked.id);
      const answers = bookings.map(({ requested, user }) => bookWithPointsIfFree(database, requested, user));
      expect(await Promise.all(answers)).toEqual([made, null, made]);
    });
  });

  test('do not lose their slots when another transaction has a slot of one of them, or the account of one', async () => {
    await emptyTables(setup.database);
    const [{ database }] = servers;
    const [taker, loser, locked, other] = racers as [Racer, Racer, Racer, Racer];
    const bookings = await bookingsOf([loser, locked, other]);
    let answers: ReturnType<typeof bookWithPointsIfFree>[] = [];
    await inTransaction(database, async (tx) => {
      await lockUserRow(tx, locked.id);
      const { id } = await tx
        .insertInto('booking')
        .values({
          user_id: taker.id,
          room_id: ROOM,
          day,
          start_slot: 21,
          end_slot: 22,
          status: 'confirmed',
          paid_with: 'points',
          half_points: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const claim = { bookingId: id, roomId: ROOM, day, range: { start: 21, end: 22 } };
      expect(await claimSlots(tx, { ...claim, holdUntil: null, now: START })).toBe(true);
      answers = bookings.map(({ requested, user }) => bookWithPointsIfFree(database, requested, user));
      // The statement has to wait for the slot, and not for the account.
      await expect
        .poll(async () => {
          const { rows } = await sql`select 1 from pg_locks where not granted`.execute(database);
          return rows.length;
        })
        .toBe(1);
    });
    expect(await Promise.all(answers)).toEqual(['taken', made, made]);
    expect(await incompleteBookings(database)).toEqual([]);
    const { rows } = await sql<{
      slot: number;
    }>`select slot from booking_slot where room_id = ${ROOM} order by slot`.execute(database);
    // The account is free again when the others are tried once more.
    expect(rows.map((row) => row.slot)).toEqual([21, 22, 23, 24, 25]);
  });
});

describe('an expired hold', () => {
  /** Confirms a held booking like a late payment: its row first, then its slots. */
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

  test(`is booked by either the late payer or one of the racers, ${ROUNDS} times`, async () => {
    const [first, second] = servers;
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      await emptyTables(setup.database);
      const day = addDays('2025-11-22', round % 30);
      const range = { start: 20, end: 24 };
      const holdUntil = new Date(START - 1);
      const [holder] = racers as [Racer];
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

      // Two racers request all four slots, and two only a part. The late payment starts after zero to five other requests, so
      // that it comes before, between or after the racers.
      const requests = racers.slice(1, 5).map((racer, n) => ({
        racer,
        range: n % 2 ? { start: 22, end: 26 } : range,
      }));
      const payer = round % 2 ? first : second;
      const payLate = async () => {
        for (let request = 0; request < round % 6; request += 1) await send(payer, '/readyz');
        return confirm(payer, id);
      };
      const [confirmed, ...responses] = await Promise.all([
        payLate(),
        ...requests.map((request) => requestBooking(setup, request.racer, day, request.range)),
      ]);
      const winners = responses.filter(({ status }) => status === 200).length + (confirmed ? 1 : 0);
      expect(winners).toBe(1);
      expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const { status } = await first.database
        .selectFrom('booking')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(status).toBe(confirmed ? 'confirmed' : 'expired');
      outcomes.add(status);
    }
    // Without both outcomes there was no race.
    expect(outcomes).toEqual(new Set(['confirmed', 'expired']));
    expect(await incompleteBookings(setup.database)).toEqual([]);
    expect(await countDeadlocks(setup.database)).toBe(0);
  });
});

// This is the last test, because the table stays partitioned.
test('with booking_slot partitioned by month, one of the racers for the same slot books it', async () => {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await partitionBookingSlot(client);
  await client.end();
  // The first racer has no points left.
  const [, ...others] = racers;
  const outcome = await raceForSameSlot(setup, others, PARTITIONED_ROUNDS);
  expect(outcome).toEqual({
    rounds: PARTITIONED_ROUNDS,
    winners: PARTITIONED_ROUNDS,
    conflicts: (others.length - 1) * PARTITIONED_ROUNDS,
    errors: 0,
    overlaps: 0,
    violations: [],
  });
});
