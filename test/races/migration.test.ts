import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/calendar.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { reconcile } from '../../server/payments/reconcile.ts';
import { SANDBOX_PATH } from '../../server/payments/fromConfig.ts';
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
 * A server runs while the next version's migration changes its tables. Its connections have prepared statements, which only a
 * real PostgreSQL refuses when their result changes.
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

/** Makes every call of the API once, on a separate day; returns the status of each. */
async function everyCall(round: number): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const note = <T extends ApiResponse>(name: string, response: T): T => {
    statuses[name] = response.status;
    return response;
  };
  const { member, guest } = server;
  const date = addDays(DAY, round);
  const asked = async <T>(name: string, path: string, token?: string): Promise<ApiResponse<T>> =>
    note(name, await get<T>(server, path, token));
  const posted = async <T>(
    name: string,
    path: string,
    fields: object,
    token?: string,
  ): Promise<ApiResponse<T>> => note(name, await post<T>(server, path, { ...fields }, { token }));

  await asked('rooms', `${paths.rooms}?city=chennai`);
  await asked('blog', paths.blog);
  await asked('blog post', paths.blogPost(1));
  await asked('events', paths.events);
  await asked('ready', '/readyz');
  const person = {
    first_name: 'Anu',
    email: `anu-${round}@example.com`,
    password: 'a long password',
    phone: '+919840054321',
  };
  await posted('register', paths.register, person);
  await posted('enquire', paths.enquire, {
    name: 'Anu',
    email: person.email,
    phone: person.phone,
    enquire_for: 'EVENTS',
  });
  const session = await signIn(server, 'guest');
  const renewed = await posted<{ refreshToken: string }>('refresh', paths.refresh, {
    token: session.refresh,
  });
  await posted('sign out', paths.signOut, { token: renewed.body.refreshToken });
  await asked('details', `${paths.memberDetails}?uid=${member.user_id}`, member.access);

  await posted('taken slots', paths.takenSlots, { date, id: ROOM }, guest.access);
  await posted('taken slots of rooms', paths.takenSlotsOfRooms, { date, ids: [1, ROOM] });
  const half = bookingFields(member, ROOM, date, { start: 30, end: 31 });
  const points = await posted<{ data: { booking_id: string } }>('book', paths.book, half, member.access);
  await posted('book again', paths.book, half, member.access);
  await posted(
    'book what is taken',
    paths.book,
    bookingFields(guest, ROOM, date, { start: 30, end: 31 }),
    guest.access,
  );

  const range = { start: 20, end: 22 };
  const wanted = { ...bookingFields(guest, ROOM, date, range), amount: costOf(range), currency: 'INR' };
  const booked = await posted<{ data: CreatedPayment }>('create', paths.createPayment, wanted, guest.access);
  const created = dataOf(booked);
  await posted('create again', paths.createPayment, wanted, guest.access);
  const { booking_id } = created.notes[2];
  await asked('status', `${paths.paymentStatus}?booking_id=${booking_id}`, guest.access);
  const paid = await pay(server, created);
  note('complete', await complete(server, created, paid));
  const second = paymentOf(created, { id: `pay_second0000${String(round).padStart(4, '0')}` });
  note('webhook', await deliver(server, eventOf('payment.captured', { payment: second })));

  const later = { start: 40, end: 42 };
  const other = { ...bookingFields(guest, ROOM, date, later), amount: costOf(later), currency: 'INR' };
  const { data } = (
    await posted<{ data: CreatedPayment }>('create another', paths.createPayment, other, guest.access)
  ).body;
  await posted('release', paths.releasePayment, { booking_id: data.notes[2].booking_id }, guest.access);
  await asked('my bookings', paths.myBookings, guest.access);
  const { uid: _uid, ...to } = bookingFields(member, ROOM, date, { start: 32, end: 33 });
  const moved = { ...to, booking_id: dataOf(points).booking_id };
  const query = new URLSearchParams({ ...moved, mid: String(ROOM) });
  await asked('move terms', `${paths.moveTerms}?${query}`, member.access);
  await posted('move', paths.move, { ...moved, sequence: 0, difference: '0' }, member.access);
  const terms = `${paths.cancelTerms}?booking_id=${dataOf(points).booking_id}`;
  const shown = await asked<{ data: { refund: string } }>('cancel terms', terms, member.access);
  const cancelled = { booking_id: dataOf(points).booking_id, refund: dataOf(shown).refund };
  await posted('cancel', paths.cancel, cancelled, member.access);
  await posted('cancel again', paths.cancel, cancelled, member.access);
  await asked('sandbox without keys', `${SANDBOX_PATH}/v1/orders`);
  const { sdk } = server;
  await sdk.orders.all({ count: 5 });
  await sdk.payments.refund(paid.razorpay_payment_id, {});
  await sdk.payments.fetchMultipleRefund(paid.razorpay_payment_id, {});
  await reconcile(server.payments);
  return statuses;
}

/** Three at once, so that several connections prepare their statements. */
const rounds = async (first: number): Promise<Record<string, number>[]> => [
  ...(await Promise.all([first, first + 1, first + 2].map(everyCall))),
  ...(await Promise.all([first + 3, first + 4, first + 5].map(everyCall))),
];

test('a migration that adds columns to every table fails no call of a running server', async () => {
  const [before] = await rounds(0);
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
  const [meanwhile] = await Promise.all([rounds(6), migration]);
  const after = await rounds(12);

  expect(Object.values(before as object).filter((status: number) => status >= 500)).toEqual([]);
  for (const statuses of [...meanwhile, ...after]) expect(statuses).toEqual(before);
});

test('a plan whose result type was changed by a migration is replaced, alone and within a transaction', async () => {
  const { database } = server;
  await sql`create table changing (id integer, what integer)`.execute(database);
  await sql`insert into changing values (1, 7)`.execute(database);
  const read = async (on: Pick<typeof database, 'getExecutor'>): Promise<unknown> =>
    (await sql<{ what: unknown }>`select what from changing where id = ${1}`.execute(on)).rows[0]?.what;
  const readAndWrite = () =>
    inTransaction(database, async (tx) => {
      await sql`update changing set id = id where id = ${1}`.execute(tx);
      return read(tx);
    });
  // Every connection of the pool has the plan.
  expect(await Promise.all(Array.from({ length: 20 }, () => read(database)))).toEqual(Array(20).fill(7));

  await sql`alter table changing alter column what type text`.execute(database);
  expect(await Promise.all(Array.from({ length: 20 }, () => read(database)))).toEqual(Array(20).fill('7'));

  await sql`alter table changing alter column what type bigint using what::bigint`.execute(database);
  expect(await Promise.all(Array.from({ length: 20 }, readAndWrite))).toEqual(Array(20).fill(7));
});

test('a statement that a connection has lost is prepared again', async () => {
  const { database } = server;
  await database.connection().execute(async (connection) => {
    const read = async () => (await sql`select ${'here'}::text as what`.execute(connection)).rows;
    expect(await read()).toEqual([{ what: 'here' }]);
    await sql`deallocate all`.execute(connection);
    expect(await read()).toEqual([{ what: 'here' }]);
  });
});
