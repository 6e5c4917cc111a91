import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { bookingFields, post, signIn } from '../api/client.ts';
import { watchDay } from '../api/liveView.ts';
import { startServer, type TestServer } from '../api/startServer.ts';
import { sharedPostgres, type SharedPostgres } from './sharedPostgres.ts';

/* Only a real PostgreSQL can notify another server and lose connections. */

const DAY = '2025-11-25';

let postgres: SharedPostgres;
let booking: TestServer;
let watching: TestServer;
beforeAll(async () => {
  postgres = await sharedPostgres();
  booking = await startServer({ database: await postgres.open() });
  watching = await startServer({ database: await postgres.open() });
});
afterAll(async () => {
  await booking.close();
  await watching.close();
  await postgres.stop();
});

const book = async (start: number) => {
  const member = await signIn(booking, 'member');
  const fields = bookingFields(member, 2, DAY, { start, end: start + 1 });
  expect(await post(booking, paths.book, fields, { token: member.access })).toMatchObject({ status: 200 });
};

test('a booking on one server is published to the subscribers of another', async () => {
  const view = await watchDay(watching, DAY);
  await book(20);
  expect(await view.next()).toBe('2');
  view.close();
});

test('after a lost connection all availability is invalidated, and events continue', async () => {
  const view = await watchDay(watching, DAY);
  // The last query of a listening connection is its `listen` or its heartbeat.
  const { rows: ended } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and (query like 'listen%' or query = 'select 1')
      and pid <> pg_backend_pid()`.execute(booking.database);
  expect(ended.length).toBeGreaterThanOrEqual(2);
  expect(await view.next()).toBe('');
  await book(22);
  expect(await view.next()).toBe('2');
  view.close();
});
