import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { claimSlots, releaseSlots } from '../../../server/slots/bookingSlots.ts';
import {
  availabilityEvents,
  payloadOf,
  publishInvalidateAll,
} from '../../../server/slots/availabilityEvents.ts';
import { inTransaction } from '../../../server/platform/database/transaction.ts';
import { setHalfPoints } from '../../fixtures/setHalfPoints.ts';
import { bookingFields, get, post, signIn, type SignedIn } from '../client.ts';
import { watchDay, type LiveView } from '../liveView.ts';
import { START, startServer, type TestServer } from '../startServer.ts';

const DAY = '2025-11-25';
const OTHER_DAY = '2025-11-26';

let server: TestServer;
let member: SignedIn;
let view: LiveView;
beforeAll(async () => {
  server = await startServer({ env: { TRUST_PROXY: 'loopback' } });
  member = await signIn(server, 'member');
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.deleteFrom('booking').execute();
  view = await watchDay(server, DAY);
});
afterEach(() => view.close());

const book = (room: number, day: string, start: number) =>
  post(server, paths.book, bookingFields(member, room, day, { start, end: start + 1 }), {
    token: member.access,
  });

test('a subscriber of a day gets an event for rooms booked on that day, and for no other day', async () => {
  expect(await book(4, OTHER_DAY, 20)).toMatchObject({ status: 200 });
  expect(await book(2, DAY, 20)).toMatchObject({ status: 200 });
  expect(await view.next()).toBe('2');
  expect(await book(3, DAY, 20)).toMatchObject({ status: 200 });
  expect(await view.next()).toBe('3');
});

test('a subscriber of several days gets the events of each of them', async () => {
  const both = await watchDay(server, `${DAY},${OTHER_DAY}`);
  expect(await book(4, OTHER_DAY, 20)).toMatchObject({ status: 200 });
  expect(await both.next()).toBe('4');
  expect(await book(2, DAY, 20)).toMatchObject({ status: 200 });
  expect(await both.next()).toBe('2');
  both.close();
  expect((await watchDay(server, `${DAY},${OTHER_DAY},2031-01-01`)).status).toBe(400);
  expect((await watchDay(server, Array(13).fill(DAY).join(','))).status).toBe(400);
});

test('a subscriber who leaves stops its own events, and no others', async () => {
  let notify: (payload: string | null) => void = () => undefined;
  const events = await availabilityEvents(async (_channel, onNotification) => {
    notify = onNotification;
  });
  const received: string[] = [];
  const subscribe = (name: string) =>
    events.subscribe(DAY, (roomId) => void received.push(`${name} ${roomId}`));
  const leaveFirst = subscribe('first');
  const leaveSecond = subscribe('second');
  notify(payloadOf({ roomId: 2, day: DAY }));
  leaveFirst();
  notify(payloadOf({ roomId: 3, day: DAY }));
  notify(null);
  leaveSecond();
  notify(payloadOf({ roomId: 4, day: DAY }));
  expect(received).toEqual(['first 2', 'second 2', 'second 3', 'second null']);
});

test('a stream begins with a heartbeat event', async () => {
  expect(await book(2, DAY, 20)).toMatchObject({ status: 200 });
  expect(await view.next()).toBe('2');
  expect(view.heartbeats()).toBe(1);
});

test('a refused booking publishes no event', async () => {
  expect(await book(2, DAY, 20)).toMatchObject({ status: 200 });
  expect(await view.next()).toBe('2');
  const guest = await signIn(server, 'guest');
  await server.database
    .updateTable('app_user')
    .set({ is_member: true })
    .where('id', '=', guest.user_id)
    .execute();
  await setHalfPoints(server.database, 40, guest.user_id);
  const late = bookingFields(guest, 2, DAY, { start: 19, end: 21 });
  expect(await post(server, paths.book, late, { token: guest.access })).toMatchObject({ status: 409 });
  expect(await book(5, DAY, 20)).toMatchObject({ status: 200 });
  expect(await view.next()).toBe('5');
});

test('released slots publish an event', async () => {
  const { id } = await server.database
    .insertInto('booking')
    .values({
      user_id: member.user_id,
      room_id: 6,
      day: DAY,
      start_slot: 20,
      end_slot: 21,
      status: 'held',
      paid_with: 'card',
      total_paise: 100,
      hold_expires_at: new Date(START + 600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await inTransaction(server.database, (tx) =>
    claimSlots(tx, {
      bookingId: id,
      roomId: 6,
      day: DAY,
      range: { start: 20, end: 21 },
      holdUntil: new Date(START + 600_000),
      now: START,
    }),
  );
  expect(await view.next()).toBe('6');
  await inTransaction(server.database, (tx) => releaseSlots(tx, id));
  expect(await view.next()).toBe('6');
});

test('a starting server invalidates the availability of all other servers', async () => {
  await publishInvalidateAll(server.database);
  expect(await view.next()).toBe('');
});

test('a day that cannot be booked is refused', async () => {
  expect(await get(server, `${paths.liveSlots}?date=2025-11-20`)).toMatchObject({ status: 400 });
  expect(await get(server, `${paths.liveSlots}?date=tomorrow`)).toMatchObject({ status: 400 });
});

test('one address may have fifty streams, and a new one after one of them has closed', async () => {
  const views = await Promise.all(Array.from({ length: 49 }, () => watchDay(server, DAY)));
  expect(views.map(({ status }) => status)).toEqual(views.map(() => 200));
  const tryOnceMore = async () => {
    const one = await watchDay(server, DAY);
    one.close();
    return one.status;
  };
  expect(await tryOnceMore()).toBe(429);
  views.forEach((each) => each.close());
  await expect.poll(tryOnceMore).toBe(200);
});

test('all addresses of an IPv6 network share its fifty streams', async () => {
  const watchFrom = (address: string) => watchDay(server, DAY, address);
  const views = await Promise.all(Array.from({ length: 50 }, (_, n) => watchFrom(`2001:db8::${n + 1}`)));
  const more = [await watchFrom('2001:db8::ffff'), await watchFrom('2001:db8:9::1')];
  expect(views.map(({ status }) => status)).toEqual(views.map(() => 200));
  expect(more.map(({ status }) => status)).toEqual([429, 200]);
  for (const each of [...views, ...more]) each.close();
});

test('a server that shuts down ends the streams instead of waiting for them', async () => {
  const stoppingServer = await startServer();
  const watched = await watchDay(stoppingServer, DAY);
  await stoppingServer.close();
  expect(await watched.next()).toBeNull();
});
