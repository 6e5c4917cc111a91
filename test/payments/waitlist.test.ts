import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { addDays, instantOf } from '../../domain/calendar.ts';
import { MAX_WAITLIST_ENTRIES } from '../../domain/waitlist.ts';
import { entryToken } from '../../server/waitlist/entries.ts';
import { reconcile } from '../../server/payments/reconcile.ts';
import { get, post, type SignedIn } from '../api/client.ts';
import { bookByPoints, cancelNow } from './cancelling.ts';
import { server, withFreshPayments } from './freshPayments.ts';
import { complete, costOf, create, dataOf, DAY, MORNING, release, ROOM } from './startPayments.ts';
import { join, leave, newUsers, pass, waits } from './waiters.ts';
import { pay } from './payer.ts';
import type { MyBookingsResponse } from '../../contract/booking.ts';

withFreshPayments();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let anna: SignedIn;
let bala: SignedIn;
let chitra: SignedIn;
beforeAll(async () => {
  [anna, bala, chitra] = (await newUsers(server, 3)) as [SignedIn, SignedIn, SignedIn];
});
beforeEach(async () => {
  await server.database.deleteFrom('waitlist_entry').execute();
  await server.database.deleteFrom('letter').execute();
});

const letters = () =>
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

/** The member's booking for which the others wait. */
const bookAndWait = async (users: readonly SignedIn[], day = DAY) => {
  const booking = await bookByPoints(server, day);
  const entries = [];
  for (const user of users) {
    server.clock.now += MINUTE;
    entries.push(dataOf(await join(server, user, { day })));
  }
  return { booking, entries };
};

describe('joining', () => {
  test('is for taken times: once, and with the room, date and times that are waited for', async () => {
    const { entries } = await bookAndWait([anna]);
    expect(entries[0]).toMatchObject({
      state: 'waiting',
      booking_date: DAY,
      start_time: '10:00:00',
      end_time: '11:00:00',
      offered_until: null,
      meeting_room: { id: ROOM },
    });
    expect(dataOf(await join(server, anna)).id).toBe(entries[0]?.id);
    expect(await waits(server, anna)).toEqual([entries[0]]);
    expect(await waits(server, bala)).toEqual([]);
  });

  test('is refused for free times, own ones, begun ones, rooms that are none, and strangers', async () => {
    expect(await join(server, anna)).toMatchObject({ status: 409, body: { error: { code: 'still-free' } } });
    await bookByPoints(server, DAY);
    expect(await join(server, server.member)).toMatchObject({
      status: 409,
      body: { error: { code: 'already-booked' } },
    });
    expect((await join(server, anna, { day: '2025-11-20' })).status).toBe(400);
    expect((await join(server, anna, { day: '2025-11-21', range: { start: 20, end: 22 } })).status).toBe(400);
    expect((await join(server, anna, { room: 999 })).status).toBe(404);
    expect((await join(server, server.blocked)).status).toBe(403);
    expect((await post(server, paths.joinWaitlist, {})).status).toBe(401);
    expect((await get(server, paths.waitlist)).status).toBe(401);
  });

  test(`ends at ${MAX_WAITLIST_ENTRIES} times, also when more are asked for at once`, async () => {
    await bookByPoints(server, DAY, { start: 16, end: 30 });
    const responses = await Promise.all(
      Array.from({ length: MAX_WAITLIST_ENTRIES + 3 }, (_, n) =>
        join(server, anna, { range: { start: 16 + n, end: 18 + n } }),
      ),
    );
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body.error.code)).toEqual(Array(3).fill('too-many-waits'));
    expect(await waits(server, anna)).toHaveLength(MAX_WAITLIST_ENTRIES);
  });

  test('ends at a whole day of slots in total', async () => {
    await create(server, MORNING, { user: bala });
    const wait = (end: number) => join(server, anna, { range: { start: 12, end } });
    expect((await wait(48)).status).toBe(200);
    expect(await wait(25)).toMatchObject({ status: 409, body: { error: { code: 'too-many-waits' } } });
    expect((await wait(24)).status).toBe(200);
  });
});

describe('a release more than a day before the start', () => {
  test('holds the times for half an hour for the one who has waited longest, who pays with all of the time to pay', async () => {
    const { booking, entries } = await bookAndWait([anna, bala]);
    expect(await pass(server)).toEqual([]);
    expect(await letters()).toEqual([]);

    await cancelNow(server, booking, server.member);
    const now = server.clock.now;
    await pass(server);
    const until = new Date(now + 30 * MINUTE);
    expect(await waits(server, anna)).toMatchObject([
      { state: 'offered', offered_until: until.toISOString() },
    ]);
    expect(await waits(server, bala)).toMatchObject([{ state: 'waiting' }]);
    expect(await letters()).toEqual([
      { kind: 'waitlist-offer', user_id: anna.user_id, due_at: new Date(now), until },
    ]);
    // It is listed as an offer, not as an unpaid booking.
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
    await pass(server);
    expect(await stateOf(entries[0]?.id ?? '')).toBe('offered');
    dataOf(await complete(server, created, await pay(server, created), { user: anna }));
    await pass(server);
    expect(await stateOf(entries[0]?.id ?? '')).toBe('booked');
    expect(await waits(server, bala)).toMatchObject([{ state: 'waiting' }]);
    expect(await letters()).toHaveLength(1);
  });

  test('can be used with points', async () => {
    const { booking, entries } = await bookAndWait([anna]);
    await cancelNow(server, booking, server.member);
    await pass(server);
    const fields = {
      mid: ROOM,
      uid: anna.user_id,
      bdate: DAY,
      stime: '10:00',
      etime: '11:00',
      ctime: '11:30',
    };
    expect((await post(server, paths.book, fields, { token: anna.access })).status).toBe(200);
    await pass(server);
    expect(await stateOf(entries[0]?.id ?? '')).toBe('booked');
  });

  test('goes to the next when the offer is not used, comes round once more, and then ends', async () => {
    const { booking, entries } = await bookAndWait([anna, bala]);
    await cancelNow(server, booking, server.member);
    await pass(server);
    for (const who of [bala, anna, bala]) {
      server.clock.now += 30 * MINUTE;
      await pass(server);
      await pass(server);
      expect(await waits(server, who)).toMatchObject([{ state: 'offered' }]);
    }
    server.clock.now += 30 * MINUTE;
    await pass(server);
    expect(await Promise.all(entries.map(({ id }) => stateOf(id)))).toEqual(['missed', 'missed']);
    expect((await letters()).map(({ user_id }) => user_id)).toEqual([
      anna.user_id,
      bala.user_id,
      anna.user_id,
      bala.user_id,
    ]);
    expect(dataOf(await create(server, MORNING, { user: chitra })).id).toMatch(/^order_/);
  });

  test.each(['let go twice', 'let go once and then left'])(
    'is not waited for again by one who has %s what was held',
    async (how) => {
      const { booking, entries } = await bookAndWait([anna]);
      await cancelNow(server, booking, server.member);
      await pass(server);
      server.clock.now += 30 * MINUTE;
      await pass(server);
      if (how === 'let go twice') {
        await pass(server);
        server.clock.now += 30 * MINUTE;
        await pass(server);
      } else await leave(server, anna, entries[0]?.id ?? '');
      expect(await waits(server, anna)).toEqual([]);
      await create(server, MORNING, { user: bala });
      expect(await join(server, anna)).toMatchObject({
        status: 409,
        body: { error: { code: 'too-many-waits' } },
      });
      expect((await join(server, chitra)).status).toBe(200);
    },
  );

  test('stays promised when the checkout is closed: the times are held again until the end of the offer', async () => {
    const { booking } = await bookAndWait([anna, bala]);
    await cancelNow(server, booking, server.member);
    await pass(server);
    const [offer] = await waits(server, anna);
    server.clock.now += 5 * MINUTE;
    await release(server, dataOf(await create(server, MORNING, { user: anna })), anna);
    await pass(server);
    expect(await waits(server, anna)).toEqual([offer]);
    expect((await create(server, MORNING, { user: bala })).status).toBe(409);
    expect((await create(server, MORNING, { user: anna })).status).toBe(200);
    expect(await letters()).toHaveLength(1);
  });

  test('is held for nobody who holds as many bookings as one may, or has another offer', async () => {
    const other = addDays(DAY, 7);
    const { booking } = await bookAndWait([anna, bala]);
    for (const n of [1, 2, 3]) {
      await create(server, MORNING, { user: anna, bdate: addDays(DAY, n) });
    }
    await cancelNow(server, booking, server.member);
    await pass(server);
    expect(await waits(server, anna)).toMatchObject([{ state: 'waiting' }]);
    expect(await waits(server, bala)).toMatchObject([{ state: 'offered' }]);

    const second = await bookAndWait([bala, chitra], other);
    await cancelNow(server, second.booking, server.member);
    await pass(server);
    expect(await waits(server, bala)).toMatchObject([{ state: 'offered' }, { state: 'waiting' }]);
    expect(await waits(server, chitra)).toMatchObject([{ state: 'offered' }]);
  });

  test('of an unpaid hold counts as any other: one whose checkout was closed', async () => {
    const created = dataOf(await create(server, MORNING));
    dataOf(await join(server, anna));
    await release(server, created);
    await pass(server);
    expect(await waits(server, anna)).toMatchObject([{ state: 'offered' }]);
  });

  test('of an unpaid hold counts as any other: one that expired, after its payment was asked about', async () => {
    await create(server, MORNING);
    dataOf(await join(server, anna));
    server.clock.now += 14 * MINUTE;
    await pass(server);
    expect(await waits(server, anna)).toMatchObject([{ state: 'waiting' }]);
    await reconcile(server.payments);
    await pass(server);
    expect(await waits(server, anna)).toMatchObject([{ state: 'offered' }]);
  });

  test('at night is for anybody, and is held for half an hour from the morning on when nobody has booked it', async () => {
    const { booking } = await bookAndWait([anna]);
    server.clock.now = instantOf('2025-11-21', 44);
    await cancelNow(server, booking, server.member);
    await pass(server);
    expect(await letters()).toEqual([]);
    const night = dataOf(await create(server, MORNING, { user: bala }));
    await release(server, night, bala);
    await pass(server);
    const morning = instantOf('2025-11-22', 16);
    server.clock.now = morning;
    await pass(server);
    expect(await letters()).toEqual([
      {
        kind: 'waitlist-offer',
        user_id: anna.user_id,
        due_at: new Date(morning),
        until: new Date(morning + 30 * MINUTE),
      },
    ]);
    expect((await create(server, MORNING, { user: bala })).status).toBe(409);
    server.clock.now = morning + 31 * MINUTE;
    await pass(server);
    expect((await create(server, MORNING, { user: bala })).status).toBe(200);
  });
});

describe('a release in the last day', () => {
  test('informs everybody, the first wins, and the others are informed when it is released again', async () => {
    const tomorrow = '2025-11-22';
    const { booking, entries } = await bookAndWait([anna, bala], tomorrow);
    server.clock.now = instantOf(tomorrow, MORNING.start) - 20 * HOUR;
    // Half the points come back by now.
    await server.database.deleteFrom('booking').where('id', '=', booking).execute();
    await pass(server);
    expect((await letters()).map(({ kind, user_id }) => [kind, user_id])).toEqual(
      expect.arrayContaining([
        ['waitlist-free', anna.user_id],
        ['waitlist-free', bala.user_id],
      ]),
    );
    await pass(server);
    expect(await letters()).toHaveLength(2);
    expect(await waits(server, bala)).toMatchObject([{ state: 'informed', offered_until: null }]);

    const created = dataOf(await create(server, MORNING, { user: bala, bdate: tomorrow }));
    expect((await create(server, MORNING, { user: anna, bdate: tomorrow })).status).toBe(409);
    await pass(server);
    expect(await waits(server, anna)).toMatchObject([{ state: 'waiting' }]);
    await release(server, created, bala);
    await pass(server);
    expect(await letters()).toHaveLength(4);
    const again = dataOf(await create(server, MORNING, { user: bala, bdate: tomorrow }));
    // The payment takes longer than the pause between two passes.
    await pass(server);
    expect(await stateOf(entries[1]?.id ?? '')).toBe('waiting');
    dataOf(await complete(server, again, await pay(server, again), { user: bala }));
    await pass(server);
    expect(await stateOf(entries[1]?.id ?? '')).toBe('booked');

    server.clock.now = instantOf(tomorrow, MORNING.start);
    await pass(server);
    expect(await stateOf(entries[0]?.id ?? '')).toBe('over');
    server.clock.now += 9 * 24 * HOUR;
    await pass(server);
    expect(await stateOf(entries[0]?.id ?? '')).toBeUndefined();
  });
});

describe('leaving', () => {
  test('frees what is held, for the next who waits', async () => {
    const { booking } = await bookAndWait([anna, bala]);
    await cancelNow(server, booking, server.member);
    await pass(server);
    const [offer] = await waits(server, anna);
    // Nobody else can leave for somebody.
    expect((await leave(server, chitra, offer?.id ?? '')).status).toBe(200);
    expect(await waits(server, anna)).toEqual([offer]);
    expect((await leave(server, anna, offer?.id ?? '')).status).toBe(200);
    expect((await leave(server, anna, offer?.id ?? '')).status).toBe(200);
    expect(await waits(server, anna)).toEqual([]);
    await pass(server);
    expect(await waits(server, bala)).toMatchObject([{ state: 'offered' }]);
  });

  test('works by the link of a letter, which reads and leaves that entry and no other; a hash of its token is stored', async () => {
    const { entries } = await bookAndWait([anna, bala]);
    const [mine] = entries;
    const token = entryToken(server.config.refreshTokenSecret, mine?.id ?? '');
    const stored = await server.database.selectFrom('waitlist_entry').select('token_hash').execute();
    expect(JSON.stringify(stored)).not.toContain(token);

    expect(await post(server, paths.readWaitlistLink, { token })).toMatchObject({
      status: 200,
      body: { data: { id: mine?.id } },
    });
    expect(await waits(server, anna)).toHaveLength(1);
    expect((await post(server, paths.leaveWaitlistByLink, { token })).status).toBe(200);
    expect(await waits(server, anna)).toEqual([]);
    expect(await waits(server, bala)).toHaveLength(1);
    for (const path of [paths.readWaitlistLink, paths.leaveWaitlistByLink, paths.readLink]) {
      expect(await post(server, path, { token }), path).toMatchObject({ status: 410 });
    }
    expect((await post(server, paths.leaveWaitlistByLink, { token: '' })).status).toBe(400);
  });

  test('the price of an offer is that of the day it is paid', async () => {
    const { booking } = await bookAndWait([anna]);
    await cancelNow(server, booking, server.member);
    await pass(server);
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
