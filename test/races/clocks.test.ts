import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { addDays, dateAt } from '../../domain/time/calendar.ts';
import { priceOf, rupeesAmount } from '../../domain/money/pricing.ts';
import { slotCount, type SlotRange } from '../../domain/time/slots.ts';
import { startServerProcess, type ServerProcess } from '../../scripts/serverProcess.ts';
import type { OpenDatabase } from '../../server/platform/database/openDatabase.ts';
import { accounts, bookingFields, type SignedIn } from '../api/client.ts';
import { seedRooms } from '../../server/seed/rooms.ts';
import { ROOM, type CreatedPayment } from '../payments/startPayments.ts';
import { sharedPostgres, type SharedPostgres } from './sharedPostgres.ts';

/*
 * Three server processes on one PostgreSQL. One has the correct time; the others are 14 minutes fast and slow, which is longer
 * than a hold.
 */
const CLOCK_ERROR_MS = 14 * 60_000;

let postgres: SharedPostgres;
let open: OpenDatabase;
let correct: ServerProcess;
let ahead: ServerProcess;
let behind: ServerProcess;
let guest: SignedIn;
let member: SignedIn;

async function send(
  server: ServerProcess,
  path: string,
  fields: object,
  token = '',
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(fields),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

beforeAll(async () => {
  postgres = await sharedPostgres();
  const start = (clockError: number) =>
    startServerProcess({
      args: () => ['--import', './test/races/shiftDate.mjs', 'scripts/from-source.mjs', 'server/main.ts'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        LOG_LEVEL: 'error',
        DATABASE_URL: postgres.url,
        DATA_DIR: postgres.dataDir,
        ACCESS_TOKEN_SECRET: 'the same secret for all of these servers',
        REFRESH_TOKEN_SECRET: 'another secret for all of these servers',
        DATE_WRONG_BY_MS: String(clockError),
      },
    });
  // The first server creates the tables and the secrets for the others.
  correct = await start(0);
  [ahead, behind] = await Promise.all([start(CLOCK_ERROR_MS), start(-CLOCK_ERROR_MS)]);
  open = await postgres.open();
  const signIn = async (account: keyof typeof accounts) =>
    (await send(correct, paths.login, accounts[account])).body as SignedIn;
  guest = await signIn('guest');
  member = await signIn('member');
});
afterAll(async () => {
  await open?.close();
  await Promise.all([correct, ahead, behind].map((server) => server?.stop()));
  await postgres.stop();
});

const day = addDays(dateAt(Date.now()), 60);
const range = (start: number) => ({ start, end: start + 2 });
const price = seedRooms.find(({ id }) => id === ROOM)?.price_per_hour_paise ?? 0;
const costOf = (slots: SlotRange): string => rupeesAmount(priceOf(price, slotCount(slots)).total);
const hold = (server: ServerProcess, user: SignedIn, start: number) =>
  send(
    server,
    paths.createPayment,
    { ...bookingFields(user, ROOM, day, range(start)), amount: costOf(range(start)), currency: 'INR' },
    user.access,
  );
const bookWithPoints = (server: ServerProcess, start: number) =>
  send(server, paths.book, bookingFields(member, ROOM, day, range(start)), member.access);

const slotTaken = { status: 409, body: { error: { code: 'slot-taken' } } };

test('a server with a fast clock does not sell a valid hold', async () => {
  expect(await hold(correct, guest, 20)).toMatchObject({ status: 200 });
  expect(await hold(ahead, member, 20)).toMatchObject(slotTaken);
  expect(await bookWithPoints(ahead, 20)).toMatchObject(slotTaken);
});

test('a hold of a server with a slow or fast clock is valid on all servers and lasts for the usual time', async () => {
  for (const [server, start] of [
    [behind, 24],
    [ahead, 28],
  ] as const) {
    const { rows: before } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(
      open.database,
    );
    const { status, body } = await hold(server, guest, start);
    expect(status).toBe(200);
    expect(await hold(correct, member, start)).toMatchObject(slotTaken);
    expect(await bookWithPoints(correct, start)).toMatchObject(slotTaken);
    const { rows: after } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(
      open.database,
    );
    const heldAt = Date.parse((body as { data: CreatedPayment }).data.hold_expires_at) - 780_000;
    // The server's estimate of the database's clock has an error of half a round trip.
    expect(heldAt).toBeGreaterThan((before[0]?.time.getTime() ?? NaN) - 1_000);
    expect(heldAt).toBeLessThan((after[0]?.time.getTime() ?? NaN) + 1_000);
  }
});

test('all servers send a Date header with the time of the database', async () => {
  for (const server of [correct, ahead, behind]) {
    const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(open.database);
    const response = await fetch(server.url + paths.events);
    const difference = Date.parse(response.headers.get('date') ?? '') - (rows[0]?.time.getTime() ?? NaN);
    expect(Math.abs(difference)).toBeLessThan(60_000);
  }
});
