import { beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { addDays, instantOf } from '../../../domain/time/calendar.ts';
import { MAX_WAITING_LIST_ENTRIES } from '../../../domain/bookings/waitingList.ts';
import { entryToken } from '../../../server/bookings/waitingList/entries.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { get, post, type SignedIn } from '../../api/client.ts';
import { bookByPoints, cancelNow } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { complete, costOf, create, dataOf, DAY, MORNING, release, ROOM } from '../startPayments.ts';
import { createUsers } from '../createUsers.ts';
import {
  joinWaitingList,
  leaveWaitingList,
  runWaitingListJobs,
  fetchWaitingList,
} from '../waitingListUsers.ts';
import { pay } from '../payer.ts';
import type { MyBookingsResponse } from '../../../contract/bookings/booking.ts';

withFreshPayments();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let anna: SignedIn;
let bala: SignedIn;
let chitra: SignedIn;
beforeAll(async () => {
  [anna, bala, chitra] = (await createUsers(server, 3)) as [SignedIn, SignedIn, SignedIn];
});

const emails = () =>
  server.database
    .selectFrom('letter')
    .select(['kind', 'user_id', 'due_at', 'until'])
    .where('kind', 'in', ['waitlist-offer', 'waitlist-free'])
    .orderBy('created_at')
    .orderBy('dedupe_key')
    .execute();

const stateOf = async (id: string): Promise<string | undefined> =>
  (await server.database.selectFrom('waitlist_entry').select('state').where('id', '=', id).executeTakeFirst())
    ?.state;

/** Creates a booking of the member, and waiting list entries of `users` for its times. */
const bookAndWait = async (users: readonly SignedIn[], day = DAY) => {
  const booking = await bookByPoints(server, day);
  const entries = [];
  for (const user of users) {
    server.clock.now += MINUTE;
    entries.push(dataOf(await joinWaitingList(server, user, { day })));
  }
  return { booking, entries };
};

describe('joining', () => {
  test('for taken times creates one entry with the room, date and times', async () => {
    const { entries } = await bookAndWait([anna]);
    expect(entries[0]).toMatchObject({
      state: 'waiting',
      booking_date: DAY,
      start_time: '10:00:00',
      end_time: '11:00:00',
      offered_until: null,
      meeting_room: { id: ROOM },
    });
    expect(dataOf(await joinWaitingList(server, anna)).id).toBe(entries[0]?.id);
    expect(await fetchWaitingList(server, anna)).toEqual([entries[0]]);
    expect(await fetchWaitingList(server, bala)).toEqual([]);
  });

  test('is refused for free, booked and started times, for unknown rooms, and for blocked or signed-out users', async () => {
    expect(await joinWaitingList(server, anna)).toMatchObject({
      status: 409,
      body: { error: { code: 'still-free' } },
    });
    await bookByPoints(server, DAY);
    expect(await joinWaitingList(server, server.member)).toMatchObject({
      status: 409,
      body: { error: { code: 'already-booked' } },
    });
    expect((await joinWaitingList(server, anna, { day: '2025-11-20' })).status).toBe(400);
    expect(
      (await joinWaitingList(server, anna, { day: '2025-11-21', range: { start: 20, end: 22 } })).status,
    ).toBe(400);
    expect((await joinWaitingList(server, anna, { room: 999 })).status).toBe(404);
    expect((await joinWaitingList(server, server.blocked)).status).toBe(403);
    expect((await post(server, paths.joinWaitingList, {})).status).toBe(401);
    expect((await get(server, paths.waitingList)).status).toBe(401);
  });

  test(`is limited to ${MAX_WAITING_LIST_ENTRIES} entries, also for concurrent requests`, async () => {
    await bookByPoints(server, DAY, { start: 16, end: 30 });
    const responses = await Promise.all(
      Array.from({ length: MAX_WAITING_LIST_ENTRIES + 3 }, (_, n) =>
        joinWaitingList(server, anna, { range: { start: 16 + n, end: 18 + n } }),
      ),
    );
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body.error.code)).toEqual(Array(3).fill('too-many-waits'));
    expect(await fetchWaitingList(server, anna)).toHaveLength(MAX_WAITING_LIST_ENTRIES);
  });

  test('is limited to a whole day of slots in total', async () => {
    await create(server, MORNING, { user: bala });
    const wait = (end: number) => joinWaitingList(server, anna, { range: { start: 12, end } });
    expect((await wait(48)).status).toBe(200);
    expect(await wait(25)).toMatchObject({ status: 409, body: { error: { code: 'too-many-waits' } } });
    expect((await wait(24)).status).toBe(200);
  });
});

describe('a release more than a day before the start', () => {
  test('holds the times for half an hour for the oldest entry, whose checkout has its full time', async () => {
    const { booking, entries } = await bookAndWait([anna, bala]);
    expect(await runWaitingListJobs(server)).toEqual([]);
    expect(await emails()).toEqual([]);

    await cancelNow(server, booking, server.member);
    const now = server.clock.now;
    await runWaitingListJobs(server);
    const until = new Date(now + 30 * MINUTE);
    expect(await fetchWaitingList(server, anna)).toMatchObject([
      { state: 'offered', offered_until: until.toISOString() },
    ]);
    expect(await fetchWaitingList(server, bala)).toMatchObject([{ state: 'waiting' }]);
    expect(await emails()).toEqual([
      { kind: 'waitlist-offer', user_id: anna.user_id, due_at: new Date(now), until },
    ]);
    // My bookings does not list the offer as an unpaid booking.
    const mine = await get<MyBookingsResponse>(server, paths.myBookings, anna.access);
    expect(mine.body.data).toEqual([]);
    expect(await create(server, MORNING, { user: bala })).toMatchObject({
      status: 409,
      body: { error: { code: 'slot-taken' } },
    });

    server.clock.now += 25 * MINUTE;
    const created = dataOf(await create(server, MORNING, { user: anna }));
    expect(created.timeout).toBe(600);
    server.clock.now += 8 * MINUTE;
    await runWaitingListJobs(server);
    expect(await stateOf(entries[0]?.id ?? '')).toBe('offered');
    dataOf(await complete(server, created, await pay(server, created), { user: anna }));
    await runWaitingListJobs(server);
    expect(await stateOf(entries[0]?.id ?? '')).toBe('booked');
    expect(await fetchWaitingList(server, bala)).toMatchObject([{ state: 'waiting' }]);
    expect(await emails()).toHaveLength(1);
  });

  test('makes an offer that can be booked with points', async () => {
    const { booking, entries } = await bookAndWait([anna]);
    await cancelNow(server, booking, server.member);
    await runWaitingListJobs(server);
    const fields = {
      mid: ROOM,
      uid: anna.user_id,
      bdate: DAY,
      stime: '10:00',
      etime: '11:00',
      ctime: '11:30',
    };
    expect((await post(server, paths.book, fields, { token: anna.access })).status).toBe(200);
    await runWaitingListJobs(server);
    expect(await stateOf(entries[0]?.id ?? '')).toBe('booked');
  });

  test('makes offers in turn, at most two for each entry', async () => {
    const { booking, entries } = await bookAndWait([anna, bala]);
    await cancelNow(server, booking, server.member);
    await runWaitingListJobs(server);
    for (const user of [bala, anna, bala]) {
      server.clock.now += 30 * MINUTE;
      await runWaitingListJobs(server);
      await runWaitingListJobs(server);
      expect(await fetchWaitingList(server, user)).toMatchObject([{ state: 'offered' }]);
    }
    server.clock.now += 30 * MINUTE;
    await runWaitingListJobs(server);
    expect(await Promise.all(entries.map(({ id }) => stateOf(id)))).toEqual(['missed', 'missed']);
    expect((await emails()).map(({ user_id }) => user_id)).toEqual([
      anna.user_id,
      bala.user_id,
      anna.user_id,
      bala.user_id,
    ]);
    expect(dataOf(await create(server, MORNING, { user: chitra })).id).toMatch(/^order_/);
  });

  test.each(['missing two offers', 'missing one offer and leaving'])(
    'cannot be awaited again by the same user after %s',
    async (cause) => {
      const { booking, entries } = await bookAndWait([anna]);
      await cancelNow(server, booking, server.member);
      await runWaitingListJobs(server);
      server.clock.now += 30 * MINUTE;
      await runWaitingListJobs(server);
      if (cause === 'missing two offers') {
        await runWaitingListJobs(server);
        server.clock.now += 30 * MINUTE;
        await runWaitingListJobs(server);
      } else await leaveWaitingList(server, anna, entries[0]?.id ?? '');
      expect(await fetchWaitingList(server, anna)).toEqual([]);
      await create(server, MORNING, { user: bala });
      expect(await joinWaitingList(server, anna)).toMatchObject({
        status: 409,
        body: { error: { code: 'too-many-waits' } },
      });
      expect((await joinWaitingList(server, chitra)).status).toBe(200);
    },
  );

  test('keeps its offer when the checkout is closed: the times are held again until the end of the offer', async () => {
    const { booking } = await bookAndWait([anna, bala]);
    await cancelNow(server, booking, server.member);
    await runWaitingListJobs(server);
    const [offer] = await fetchWaitingList(server, anna);
    server.clock.now += 5 * MINUTE;
    await release(server, dataOf(await create(server, MORNING, { user: anna })), anna);
    await runWaitingListJobs(server);
    expect(await fetchWaitingList(server, anna)).toEqual([offer]);
    expect((await create(server, MORNING, { user: bala })).status).toBe(409);
    expect((await create(server, MORNING, { user: anna })).status).toBe(200);
    expect(await emails()).toHaveLength(1);
  });

  test.each([
    ['another user has taken the times', 'waiting'],
    ['the user holds as many other times as allowed', 'offered'],
  ])('loses its offer when the checkout is closed and %s', async (cause, nextState) => {
    const { booking } = await bookAndWait([anna, bala]);
    await cancelNow(server, booking, server.member);
    await runWaitingListJobs(server);
    await release(server, dataOf(await create(server, MORNING, { user: anna })), anna);
    if (cause.startsWith('another')) dataOf(await create(server, MORNING, { user: chitra }));
    else {
      for (const n of [1, 2, 3])
        dataOf(await create(server, MORNING, { user: anna, bdate: addDays(DAY, n) }));
    }
    expect(await runWaitingListJobs(server)).toEqual([]);
    expect(await fetchWaitingList(server, anna)).toMatchObject([{ state: 'waiting', offered_until: null }]);
    await runWaitingListJobs(server);
    expect(await fetchWaitingList(server, bala)).toMatchObject([{ state: nextState }]);
  });

  test('makes no offer to a user with the maximum number of holds or with another offer', async () => {
    const other = addDays(DAY, 7);
    const { booking } = await bookAndWait([anna, bala]);
    for (const n of [1, 2, 3]) {
      await create(server, MORNING, { user: anna, bdate: addDays(DAY, n) });
    }
    await cancelNow(server, booking, server.member);
    await runWaitingListJobs(server);
    expect(await fetchWaitingList(server, anna)).toMatchObject([{ state: 'waiting' }]);
    expect(await fetchWaitingList(server, bala)).toMatchObject([{ state: 'offered' }]);

    const second = await bookAndWait([bala, chitra], other);
    await cancelNow(server, second.booking, server.member);
    await runWaitingListJobs(server);
    expect(await fetchWaitingList(server, bala)).toMatchObject([{ state: 'offered' }, { state: 'waiting' }]);
    expect(await fetchWaitingList(server, chitra)).toMatchObject([{ state: 'offered' }]);
  });

  test('of an unpaid hold whose checkout was closed makes an offer', async () => {
    const created = dataOf(await create(server, MORNING));
    dataOf(await joinWaitingList(server, anna));
    await release(server, created);
    await runWaitingListJobs(server);
    expect(await fetchWaitingList(server, anna)).toMatchObject([{ state: 'offered' }]);
  });

  test('of an expired hold makes an offer after its payment was checked', async () => {
    await create(server, MORNING);
    dataOf(await joinWaitingList(server, anna));
    server.clock.now += 14 * MINUTE;
    await runWaitingListJobs(server);
    expect(await fetchWaitingList(server, anna)).toMatchObject([{ state: 'waiting' }]);
    await reconcile(server.payments);
    await runWaitingListJobs(server);
    expect(await fetchWaitingList(server, anna)).toMatchObject([{ state: 'offered' }]);
  });

  test('at night makes no offer until the morning, if the times are still free', async () => {
    const { booking } = await bookAndWait([anna]);
    server.clock.now = instantOf('2025-11-21', 44);
    await cancelNow(server, booking, server.member);
    await runWaitingListJobs(server);
    expect(await emails()).toEqual([]);
    const night = dataOf(await create(server, MORNING, { user: bala }));
    await release(server, night, bala);
    await runWaitingListJobs(server);
    const morning = instantOf('2025-11-22', 16);
    server.clock.now = morning;
    await runWaitingListJobs(server);
    expect(await emails()).toEqual([
      {
        kind: 'waitlist-offer',
        user_id: anna.user_id,
        due_at: new Date(morning),
        until: new Date(morning + 30 * MINUTE),
      },
    ]);
    expect((await create(server, MORNING, { user: bala })).status).toBe(409);
    server.clock.now = morning + 31 * MINUTE;
    await runWaitingListJobs(server);
    expect((await create(server, MORNING, { user: bala })).status).toBe(200);
  });
});

describe('a release in the last day', () => {
  test('informs everybody; the first booking wins, and the others are informed at the next release', async () => {
    const tomorrow = '2025-11-22';
    const { booking, entries } = await bookAndWait([anna, bala], tomorrow);
    server.clock.now = instantOf(tomorrow, MORNING.start) - 20 * HOUR;
    // A cancellation would return only half of the points at this time.
    await server.database.deleteFrom('booking').where('id', '=', booking).execute();
    await runWaitingListJobs(server);
    expect((await emails()).map(({ kind, user_id }) => [kind, user_id])).toEqual(
      expect.arrayContaining([
        ['waitlist-free', anna.user_id],
        ['waitlist-free', bala.user_id],
      ]),
    );
    await runWaitingListJobs(server);
    expect(await emails()).toHaveLength(2);
    expect(await fetchWaitingList(server, bala)).toMatchObject([{ state: 'informed', offered_until: null }]);

    const created = dataOf(await create(server, MORNING, { user: bala, bdate: tomorrow }));
    expect((await create(server, MORNING, { user: anna, bdate: tomorrow })).status).toBe(409);
    await runWaitingListJobs(server);
    expect(await fetchWaitingList(server, anna)).toMatchObject([{ state: 'waiting' }]);
    await release(server, created, bala);
    await runWaitingListJobs(server);
    expect(await emails()).toHaveLength(4);
    const again = dataOf(await create(server, MORNING, { user: bala, bdate: tomorrow }));
    // The payment takes longer than the delay between two passes.
    await runWaitingListJobs(server);
    expect(await stateOf(entries[1]?.id ?? '')).toBe('waiting');
    dataOf(await complete(server, again, await pay(server, again), { user: bala }));
    await runWaitingListJobs(server);
    expect(await stateOf(entries[1]?.id ?? '')).toBe('booked');

    server.clock.now = instantOf(tomorrow, MORNING.start);
    await runWaitingListJobs(server);
    expect(await stateOf(entries[0]?.id ?? '')).toBe('over');
    server.clock.now += 9 * 24 * HOUR;
    await runWaitingListJobs(server);
    expect(await stateOf(entries[0]?.id ?? '')).toBeUndefined();
  });
});

describe('leaving', () => {
  test('releases the held times for the next entry', async () => {
    const { booking } = await bookAndWait([anna, bala]);
    await cancelNow(server, booking, server.member);
    await runWaitingListJobs(server);
    const [offer] = await fetchWaitingList(server, anna);
    // Another user's request is ignored.
    expect((await leaveWaitingList(server, chitra, offer?.id ?? '')).status).toBe(200);
    expect(await fetchWaitingList(server, anna)).toEqual([offer]);
    expect((await leaveWaitingList(server, anna, offer?.id ?? '')).status).toBe(200);
    expect((await leaveWaitingList(server, anna, offer?.id ?? '')).status).toBe(200);
    expect(await fetchWaitingList(server, anna)).toEqual([]);
    await runWaitingListJobs(server);
    expect(await fetchWaitingList(server, bala)).toMatchObject([{ state: 'offered' }]);
  });

  test('works by the link of an email, only for its entry; the database stores a hash of the token', async () => {
    const { entries } = await bookAndWait([anna, bala]);
    const [mine] = entries;
    const token = entryToken(server.config.refreshTokenSecret, mine?.id ?? '');
    const stored = await server.database.selectFrom('waitlist_entry').select('token_hash').execute();
    expect(JSON.stringify(stored)).not.toContain(token);

    expect(await post(server, paths.readWaitingListLink, { token })).toMatchObject({
      status: 200,
      body: { data: { id: mine?.id } },
    });
    expect(await fetchWaitingList(server, anna)).toHaveLength(1);
    expect((await post(server, paths.leaveWaitingListByLink, { token })).status).toBe(200);
    expect(await fetchWaitingList(server, anna)).toEqual([]);
    expect(await fetchWaitingList(server, bala)).toHaveLength(1);
    for (const path of [paths.readWaitingListLink, paths.leaveWaitingListByLink, paths.readLink]) {
      expect(await post(server, path, { token }), path).toMatchObject({ status: 410 });
    }
    expect((await post(server, paths.leaveWaitingListByLink, { token: '' })).status).toBe(400);
  });

  test('an offer has the price of the day on which it is paid', async () => {
    const { booking } = await bookAndWait([anna]);
    await cancelNow(server, booking, server.member);
    await runWaitingListJobs(server);
    await server.database
      .updateTable('room')
      .set({ price_per_hour_paise: 600_00 })
      .where('id', '=', ROOM)
      .execute();
    expect(await create(server, MORNING, { user: anna, amount: costOf(MORNING) })).toMatchObject({
      status: 409,
      body: { error: { code: 'price-changed' } },
    });
  });
});
