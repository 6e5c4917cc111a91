import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/time/calendar.ts';
import { inTransaction } from '../../server/platform/database/transaction.ts';
import { reconcile } from '../../server/payments/reconcile/reconcile.ts';
import { SANDBOX_PATH } from '../../server/payments/provider/fromConfig.ts';
import { bookingFields, get, post, signIn, type ApiResponse } from '../api/client.ts';
import { pay } from '../payments/payer.ts';
import {
  complete,
  costOf,
  dataOf,
  DAY,
  ROOM,
  startPayments,
  type CreatedPayment,
  type PaymentServer,
} from '../payments/startPayments.ts';
import { deliver, eventOf, paymentOf } from '../payments/webhooks.ts';
import { sharedPostgres, type SharedPostgres } from './sharedPostgres.ts';

/*
 * A server runs while a migration of the next version changes its tables. Only a real PostgreSQL refuses a prepared statement
 * whose result type has changed.
 */
let postgres: SharedPostgres;
let server: PaymentServer;

beforeAll(async () => {
  postgres = await sharedPostgres();
  server = await startPayments({
    dataDir: postgres.dataDir,
    env: { METRICS_TOKEN: 'a token for operators' },
    database: await postgres.open(),
  });
});
afterAll(async () => {
  await server.close();
  await postgres.stop();
});

/** Makes every call of the API once and returns the statuses. Each round needs a separate day. */
async function makeAllCalls(round: number): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const record = <T extends ApiResponse>(name: string, response: T): T => {
    statuses[name] = response.status;
    return response;
  };
  const { member, guest } = server;
  const date = addDays(DAY, round);
  const getCall = async <T>(name: string, path: string, token?: string): Promise<ApiResponse<T>> =>
    record(name, await get<T>(server, path, token));
  const postCall = async <T>(
    name: string,
    path: string,
    fields: object,
    token?: string,
  ): Promise<ApiResponse<T>> => record(name, await post<T>(server, path, { ...fields }, { token }));

  await getCall('rooms', `${paths.rooms}?city=chennai`);
  await getCall('blog', paths.blog);
  await getCall('blog post', paths.blogPost(1));
  await getCall('events', paths.events);
  await getCall('ready', '/readyz');
  const person = {
    first_name: 'Anu',
    email: `anu-${round}@example.com`,
    password: 'a long password',
    phone: '+919840054321',
  };
  await postCall('register', paths.register, person);
  await postCall('enquire', paths.enquire, {
    name: 'Anu',
    email: person.email,
    phone: person.phone,
    enquire_for: 'EVENTS',
  });
  const session = await signIn(server, 'guest');
  const renewed = await postCall<{ refreshToken: string }>('refresh', paths.refresh, {
    token: session.refresh,
  });
  await postCall('sign out', paths.signOut, { token: renewed.body.refreshToken });
  await getCall('details', `${paths.memberDetails}?uid=${member.user_id}`, member.access);

  await postCall('taken slots', paths.takenSlots, { date, id: ROOM }, guest.access);
  await postCall('taken slots of rooms', paths.takenSlotsOfRooms, { date, ids: [1, ROOM] });
  const fields = bookingFields(member, ROOM, date, { start: 30, end: 31 });
  const bookedWithPoints = await postCall<{ data: { booking_id: string } }>(
    'book',
    paths.book,
    fields,
    member.access,
  );
  await postCall('book again', paths.book, fields, member.access);
  await postCall(
    'book taken times',
    paths.book,
    bookingFields(guest, ROOM, date, { start: 30, end: 31 }),
    guest.access,
  );

  const range = { start: 20, end: 22 };
  const holdFields = { ...bookingFields(guest, ROOM, date, range), amount: costOf(range), currency: 'INR' };
  const booked = await postCall<{ data: CreatedPayment }>(
    'create',
    paths.createPayment,
    holdFields,
    guest.access,
  );
  const created = dataOf(booked);
  await postCall('create again', paths.createPayment, holdFields, guest.access);
  const { booking_id } = created.notes[2];
  await getCall('status', `${paths.paymentStatus}?booking_id=${booking_id}`, guest.access);
  const paid = await pay(server, created);
  record('complete', await complete(server, created, paid));
  const second = paymentOf(created, { id: `pay_second0000${String(round).padStart(4, '0')}` });
  record('webhook', await deliver(server, eventOf('payment.captured', { payment: second })));

  const later = { start: 40, end: 42 };
  const other = { ...bookingFields(guest, ROOM, date, later), amount: costOf(later), currency: 'INR' };
  const { data } = (
    await postCall<{ data: CreatedPayment }>('create another', paths.createPayment, other, guest.access)
  ).body;
  await postCall('release', paths.releasePayment, { booking_id: data.notes[2].booking_id }, guest.access);
  await getCall('my bookings', paths.myBookings, guest.access);
  const { uid: _uid, ...to } = bookingFields(member, ROOM, date, { start: 32, end: 33 });
  const moved = { ...to, booking_id: dataOf(bookedWithPoints).booking_id };
  const query = new URLSearchParams({ ...moved, mid: String(ROOM) });
  await getCall('move terms', `${paths.moveTerms}?${query}`, member.access);
  await postCall('move', paths.move, { ...moved, sequence: 0, difference: '0' }, member.access);
  const terms = `${paths.cancelTerms}?booking_id=${dataOf(bookedWithPoints).booking_id}`;
  const shown = await getCall<{ data: { refund: string } }>('cancel terms', terms, member.access);
  const cancelled = { booking_id: dataOf(bookedWithPoints).booking_id, refund: dataOf(shown).refund };
  await postCall('cancel', paths.cancel, cancelled, member.access);
  await postCall('cancel again', paths.cancel, cancelled, member.access);
  await getCall('sandbox without keys', `${SANDBOX_PATH}/v1/orders`);
  const { sdk } = server;
  await sdk.orders.all({ count: 5 });
  await sdk.payments.refund(paid.razorpay_payment_id, {});
  await sdk.payments.fetchMultipleRefund(paid.razorpay_payment_id, {});
  await reconcile(server.payments);
  return statuses;
}

/** Six rounds, three of them concurrently, so that several connections prepare their statements. */
const runRounds = async (first: number): Promise<Record<string, number>[]> => [
  ...(await Promise.all([first, first + 1, first + 2].map(makeAllCalls))),
  ...(await Promise.all([first + 3, first + 4, first + 5].map(makeAllCalls))),
];

test('no call of a running server fails during a migration that adds columns to every table', async () => {
  const [before] = await runRounds(0);
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(
    server.database,
  );
  const migration = (async () => {
    for (const { name } of tables) {
      await sql`alter table ${sql.table(name)}
        add column of_the_next_version text,
        add column counted_by_the_next_version integer not null default 0`.execute(server.database);
    }
  })();
  const [during] = await Promise.all([runRounds(6), migration]);
  const after = await runRounds(12);

  expect(Object.values(before as object).filter((status: number) => status >= 500)).toEqual([]);
  for (const statuses of [...during, ...after]) expect(statuses).toEqual(before);
});

test('a prepared statement whose result type has changed is prepared again, also within a transaction', async () => {
  const { database } = server;
  await sql`create table changing (id integer, what integer)`.execute(database);
  await sql`insert into changing values (1, 7)`.execute(database);
  const readValue = async (on: Pick<typeof database, 'getExecutor'>): Promise<unknown> =>
    (await sql<{ what: unknown }>`select what from changing where id = ${1}`.execute(on)).rows[0]?.what;
  const readAndWrite = () =>
    inTransaction(database, async (tx) => {
      await sql`update changing set id = id where id = ${1}`.execute(tx);
      return readValue(tx);
    });
  // Every connection of the pool has prepared the statement.
  expect(await Promise.all(Array.from({ length: 20 }, () => readValue(database)))).toEqual(Array(20).fill(7));

  await sql`alter table changing alter column what type text`.execute(database);
  expect(await Promise.all(Array.from({ length: 20 }, () => readValue(database)))).toEqual(
    Array(20).fill('7'),
  );

  await sql`alter table changing alter column what type bigint using what::bigint`.execute(database);
  expect(await Promise.all(Array.from({ length: 20 }, readAndWrite))).toEqual(Array(20).fill(7));
});

test('a prepared statement that a connection has lost is prepared again', async () => {
  const { database } = server;
  await database.connection().execute(async (connection) => {
    const read = async () => (await sql`select ${'here'}::text as what`.execute(connection)).rows;
    expect(await read()).toEqual([{ what: 'here' }]);
    await sql`deallocate all`.execute(connection);
    expect(await read()).toEqual([{ what: 'here' }]);
  });
});
