import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BookingPapers, PaperContent, RoomSupply } from '../../contract/papers.ts';
import { deskPaths } from '../../contract/deskPaths.ts';
import type { DeskBookingResponse } from '../../contract/deskBooking.ts';
import type { BookingDetailsResponse } from '../../contract/bookingDetails.ts';
import { paths } from '../../contract/paths.ts';
import type { SeriesDatePreview } from '../../contract/series.ts';
import { addDays } from '../../domain/calendar.ts';
import { rupees } from '../../domain/pricing.ts';
import { bookingTimes } from '../../domain/slots.ts';
import { compose } from '../../server/letters/compose.ts';
import { reconcile } from '../../server/payments/reconcile.ts';
import { get, signIn, type Answer, type SignedIn } from '../api/client.ts';
import { issue, pays } from '../papers/issuing.ts';
import { bookSeries, createSeries, FORTNIGHTS, PAISE, stored, type SeriesDate } from './bookingSeries.ts';
import { beginMove, bookByPoints, cancelNow, listed, moveTo } from './cancelling.ts';
import { server, withFreshPayments } from './freshPayments.ts';
import { pay } from './payer.ts';
import { complete, create, dataOf, DAY, MORNING, release, ROOM } from './startPayments.ts';

withFreshPayments();

const letterDeps = () => ({
  database: server.database,
  from: { name: 'Litrooms', address: 'hello@litrooms.test' },
  businessAddress: 'desk@litrooms.test',
  origin: 'https://litrooms.test',
  linkSecret: 'a-secret-of-the-tests',
  attachments: {},
});

const AFTERNOON = { start: 28, end: 31 };
const MINUTE = 60_000;
const [, SECOND, THIRD] = FORTNIGHTS.map(({ day }) => day) as [string, string, string];

const setPoints = (user: SignedIn, halfPoints: number) =>
  server.database
    .updateTable('app_user')
    .set({ half_points: halfPoints })
    .where('id', '=', user.user_id)
    .execute();
const pointsOf = async (user: SignedIn): Promise<number> =>
  (
    await server.database
      .selectFrom('app_user')
      .select('half_points')
      .where('id', '=', user.user_id)
      .executeTakeFirstOrThrow()
  ).half_points;

beforeEach(() => setPoints(server.member, 100));

const statuses = async () => (await stored(server)).map(({ status, slots }) => `${status} ${slots}`);
const all = (what: string) => FORTNIGHTS.map(() => what);

/** A series that was paid by card. */
async function paidSeries(dates: readonly SeriesDate[] = FORTNIGHTS) {
  const created = dataOf(await createSeries(server, dates));
  const paid = await pay(server, created);
  dataOf(await complete(server, created, paid));
  return { created, ids: (await stored(server)).map(({ id }) => id) };
}

/** What the payments of the guest keep, in paise: captured, less all that is refunded or due to be. */
const kept = async (): Promise<number> => {
  const { rows } = await sql<{ paise: number }>`
    select (coalesce((select sum(amount_paise) from payment where status in ('captured', 'refunded')), 0)
      - coalesce((select sum(amount_paise) from refund), 0))::integer as paise`.execute(server.database);
  return rows[0]?.paise ?? 0;
};

const glance = (query: Record<string, unknown>, token?: string) =>
  get(
    server,
    `${paths.series}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`,
    token,
  ) as Promise<Answer<{ data: SeriesDatePreview[] } & { error: { fields?: object } }>>;
const asked = { mid: ROOM, bdate: DAY, ...bookingTimes(MORNING), every: 2, count: 3 };

describe('a series at a glance', () => {
  test('says of every date whether it is free, and what is free instead', async () => {
    await bookByPoints(server, SECOND, { start: 21, end: 22 });
    const dates = dataOf(await glance(asked));
    expect(dates.map(({ bdate, state }) => [bdate, state])).toEqual([
      [DAY, 'free'],
      [SECOND, 'taken'],
      [THIRD, 'free'],
    ]);
    const { times, rooms } = dates[1]?.alternatives ?? { times: [], rooms: [] };
    expect(times[0]).toEqual(bookingTimes({ start: 22, end: 25 }));
    expect(rooms).toHaveLength(3);
    await create(server, MORNING, { bdate: THIRD });
    const own = dataOf(await glance(asked, server.guest.access));
    expect(own.map(({ state }) => state)).toEqual(['free', 'taken', 'free']);
  });

  test('names the dates after the booking window, and those on which the room is closed', async () => {
    const weekly = { ...asked, bdate: '2026-05-05', every: 1, count: 4 };
    expect(dataOf(await glance(weekly)).map(({ state }) => state)).toEqual([
      'free',
      'free',
      'free',
      'outside',
    ]);
    const night = { ...asked, ...bookingTimes({ start: 4, end: 6 }) };
    expect(dataOf(await glance(night)).map(({ state }) => state)).toEqual(all('closed'));
  });

  test.each([
    ['a first date in the past', { bdate: '2025-11-20' }, 'bdate'],
    ['a first date after the window', { bdate: '2026-05-22' }, 'bdate'],
    ['times that have begun', { bdate: '2025-11-21', ...bookingTimes({ start: 18, end: 22 }) }, 'stime'],
    ['one date', { count: 1 }, 'count'],
    ['more than twelve dates', { count: 13 }, 'count'],
    ['another rhythm', { every: 3 }, 'every'],
    ['times in disorder', { ctime: '09:00:00' }, 'ctime'],
    ['a hostile room', { mid: "1' or 1=1" }, 'mid'],
  ])('refuses %s', async (_what, changed, field) => {
    const { status, body } = await glance({ ...asked, ...changed });
    expect([status, Object.keys(body.error.fields ?? {})]).toEqual([400, [field]]);
  });
});

describe('a series by card', () => {
  test('is one order for all dates, one payment, and one invoice that lists them', async () => {
    const { created, ids } = await paidSeries();
    expect(created.amount).toBe(3 * PAISE);
    expect(await statuses()).toEqual(all('confirmed 3'));
    await issue(server);
    const papers = await server.database
      .selectFrom('paper')
      .select(['kind', 'total_paise', 'content'])
      .execute();
    expect(papers.map(({ kind, total_paise }) => [kind, total_paise])).toEqual([['invoice', 3 * PAISE]]);
    const supply = (JSON.parse(papers[0]?.content ?? '') as PaperContent).supply as RoomSupply;
    expect(supply.dates?.map(({ booking_id, date, amount }) => [booking_id, date, amount])).toEqual(
      FORTNIGHTS.map(({ day }, nth) => [ids[nth], day, (PAISE / 100).toFixed(2)]),
    );
    const letter = await server.database
      .selectFrom('letter')
      .selectAll()
      .where('kind', '=', 'invoice')
      .executeTakeFirstOrThrow();
    const message = await compose(letterDeps(), { ...letter, attachments: [] }, server.clock.now);
    expect(message).toMatchObject({ text: expect.stringContaining(`${rupees(3 * PAISE)} by card`) });
    // Every date has it among its papers.
    for (const id of ids) {
      const answer = await get(server, `${paths.bookingPapers}?booking_id=${id}`, server.guest.access);
      expect((answer.body as { data: BookingPapers }).data.papers.map(({ kind }) => kind)).toEqual([
        'invoice',
      ]);
    }
    // And the desk sees of every date what it has of the payment.
    const { access } = await signIn(server, 'desk');
    for (const id of ids) {
      const { body } = await get<DeskBookingResponse>(
        server,
        `${deskPaths.booking}?booking_id=${id}`,
        access,
      );
      expect(body.data.payments).toMatchObject([
        { for: 'booking', amount: (PAISE / 100).toFixed(2), reference: expect.stringMatching(/^pay_/) },
      ]);
    }
  });

  test('has dates that are cancelled and moved one by one, each with its own money and credit note, to the paisa', async () => {
    const { ids } = await paidSeries();
    const [first, second, third] = ids as [string, string, string];
    await issue(server);
    expect((await cancelNow(server, second)).refund).toBe((PAISE / 100).toFixed(2));
    // A shorter time costs less, a longer one more; what is cancelled then is the price of that. The difference is less than
    // what the series' payment has left for the other dates, which it must not be taken from.
    await moveTo(server, first, { day: DAY, range: { start: 20, end: 22 } });
    const order = await beginMove(server, third, { day: THIRD, range: { start: 20, end: 24 } });
    await pays(server, order);
    await issue(server);
    const prices = new Map((await stored(server)).map(({ id, total_paise }) => [id, total_paise ?? 0]));
    const price = (id: string) => prices.get(id) as number;
    expect(await kept()).toBe(price(first) + price(third));
    // The page of each date has its own part of the payment, and its sums are its own.
    const shown = async (id: string) => {
      const path = `${paths.bookingDetails}?booking_id=${id}`;
      const { data } = (await get<BookingDetailsResponse>(server, path, server.guest.access)).body;
      return [data.payments.map(({ for: purpose, amount }) => [purpose, amount]), data.kept];
    };
    const part = (PAISE / 100).toFixed(2);
    expect(await shown(first)).toEqual([[['booking', part]], (price(first) / 100).toFixed(2)]);
    expect(await shown(second)).toEqual([[['booking', part]], '0.00']);
    expect(await shown(third)).toEqual([
      [
        ['booking', part],
        ['move', ((price(third) - PAISE) / 100).toFixed(2)],
      ],
      (price(third) / 100).toFixed(2),
    ]);
    expect((await cancelNow(server, third)).refund).toBe((price(third) / 100).toFixed(2));
    expect((await cancelNow(server, first)).refund).toBe((price(first) / 100).toFixed(2));
    expect(await kept()).toBe(0);
    await issue(server);
    const notes = await server.database
      .selectFrom('paper')
      .select(['booking_id', 'content'])
      .where('kind', '=', 'credit-note')
      .orderBy('due_id')
      .execute();
    expect(notes.map(({ booking_id }) => booking_id)).toEqual([second, first, third, third, first]);
    const dateOf = (nth: number) =>
      (JSON.parse(notes[nth]?.content ?? '') as PaperContent).supply as RoomSupply;
    expect(dateOf(0)).toMatchObject({ booking_id: second, date: SECOND, hours: 1.5 });
    expect(dateOf(0).dates).toBeUndefined();
    const own = await listed(server);
    expect(own.map(({ status }) => status)).toEqual(all('called_off'));
    expect(own.map(({ refunds }) => refunds?.length)).toEqual([2, 1, 2]);
  });

  test('holds nothing when one date is taken, and says what is free instead of that one', async () => {
    await bookByPoints(server, THIRD);
    const { status, body } = await createSeries(server);
    expect([status, body.error.code]).toEqual([409, 'slot-taken']);
    expect(body.error.alternatives?.times).toEqual([
      bookingTimes({ start: 23, end: 26 }),
      bookingTimes({ start: 17, end: 20 }),
    ]);
    expect(await statuses()).toEqual(['confirmed 3']);
    // One date of it is exchanged for other times, another for another room.
    await bookByPoints(server, SECOND);
    const exchanged = [
      { day: DAY },
      { day: SECOND, range: AFTERNOON },
      { day: THIRD, range: { start: 23, end: 26 } },
    ];
    expect((await createSeries(server, exchanged)).status).toBe(200);
  });

  test('is released as a whole, and a repeated call returns the same order', async () => {
    const created = dataOf(await createSeries(server));
    expect(dataOf(await createSeries(server)).id).toBe(created.id);
    expect(await statuses()).toEqual(all('held 3'));
    const last = (await stored(server))[2]?.id as string;
    // Any of its dates names it.
    const notes = [created.notes[0], created.notes[1], { booking_id: last }] as const;
    expect(dataOf(await release(server, { ...created, notes: [...notes] })).status).toBe('released');
    expect(await statuses()).toEqual(all('cancelled 0'));
  });

  test('expires as a whole, not before its order was checked, and a late payment books all of it or goes back whole', async () => {
    const created = dataOf(await createSeries(server));
    server.clock.now += 14 * MINUTE;
    server.provider.up = false;
    await reconcile(server.payments);
    expect(await statuses()).toEqual(all('held 3'));
    server.provider.up = true;
    server.clock.now += 10 * MINUTE;
    await reconcile(server.payments);
    expect(await statuses()).toEqual(all('expired 0'));
    expect(await pays(server, created)).toBe('confirmed');
    expect(await statuses()).toEqual(all('confirmed 3'));

    await server.reset();
    const again = dataOf(await createSeries(server));
    server.clock.now += 24 * MINUTE;
    await reconcile(server.payments);
    await setPoints(server.member, 100);
    await bookByPoints(server, SECOND);
    const paid = await pay(server, again);
    expect((await complete(server, again, paid)).status).toBe(410);
    expect((await statuses()).toSorted()).toEqual(['confirmed 3', ...all('refund_due 0')]);
    for (const hours of [0, 1, 2]) {
      server.clock.now += hours * 60 * MINUTE;
      await reconcile(server.payments);
    }
    expect((await listed(server)).map(({ status, refund }) => [status, refund?.amount])).toEqual([
      ['refunded', ((3 * PAISE) / 100).toFixed(2)],
    ]);
    expect((await stored(server)).filter(({ status }) => status === 'refunded')).toHaveLength(3);
  });

  test('counts as one hold, and there is one at a time', async () => {
    const created = dataOf(await createSeries(server));
    const later = FORTNIGHTS.map(({ day }) => ({ day: addDays(day, 1) }));
    expect((await createSeries(server, later)).body.error.code).toBe('too-many-holds');
    for (const bdate of ['2025-12-01', '2025-12-02']) {
      expect((await create(server, MORNING, { bdate })).status).toBe(200);
    }
    expect((await create(server, MORNING, { bdate: '2025-12-03' })).body.error.code).toBe('too-many-holds');
    // A single booking of one of its dates ends it.
    expect(dataOf(await release(server, created)).status).toBe('released');
    dataOf(await createSeries(server));
    expect((await create(server, MORNING, { bdate: SECOND })).status).toBe(200);
    expect((await statuses()).filter((status) => status === 'held 3')).toHaveLength(3);
  });

  test('is never booked in part: the database refuses it', async () => {
    await createSeries(server);
    const [first] = await stored(server);
    await expect(
      server.database
        .updateTable('booking')
        .set({ status: 'confirmed' })
        .where('id', '=', first?.id ?? '')
        .execute(),
    ).rejects.toThrow('booked in part');
  });
});

describe('a series with points', () => {
  test('takes the points of all dates at once, and a repeated call takes none', async () => {
    const { booking_ids: ids } = dataOf(await bookSeries(server));
    expect(dataOf(await bookSeries(server)).booking_ids).toEqual(ids);
    expect(await pointsOf(server.member)).toBe(100 - 9);
    expect((await stored(server)).map(({ id }) => id)).toEqual(ids);
    expect((await cancelNow(server, ids[1] as string, server.member)).refund).toBe('1.5');
    expect(await pointsOf(server.member)).toBe(100 - 6);
    expect(await statuses()).toEqual(['confirmed 3', 'called_off 0', 'confirmed 3']);
  });

  test('books nothing with points for a part of it, or while one date is taken', async () => {
    await setPoints(server.member, 8);
    expect((await bookSeries(server)).body.error.code).toBe('not-enough-points');
    await setPoints(server.member, 100);
    await server.database
      .updateTable('app_user')
      .set({ is_member: true, half_points: 100 })
      .where('id', '=', server.guest.user_id)
      .execute();
    dataOf(await bookSeries(server, [{ day: THIRD }, { day: addDays(THIRD, 7) }], server.guest));
    expect((await bookSeries(server)).body.error.code).toBe('slot-taken');
    await server.database
      .updateTable('app_user')
      .set({ is_member: false, half_points: 0 })
      .where('id', '=', server.guest.user_id)
      .execute();
    expect(await pointsOf(server.member)).toBe(100);
    expect(await statuses()).toEqual(['confirmed 3', 'confirmed 3']);
  });
});

const weeks = (count: number, from = DAY): SeriesDate[] =>
  Array.from({ length: count }, (_, nth) => ({ day: addDays(from, nth * 7) }));

test.each([
  ['a date after the window', [{ day: DAY }, { day: '2026-05-22' }], 400],
  ['a past date', [{ day: '2025-11-20' }, { day: DAY }], 400],
  ['a time that has begun', [{ day: '2025-11-21', range: { start: 18, end: 22 } }, { day: DAY }], 400],
  ['a time outside the opening hours', [{ day: DAY, range: { start: 2, end: 4 } }, { day: SECOND }], 400],
  ['one date', weeks(1), 400],
  ['more than twelve dates', weeks(13), 400],
  ['the same times twice', [{ day: DAY }, { day: DAY, range: { start: 22, end: 24 } }], 400],
  ['a room that does not exist', [{ day: DAY, room: 999 }, { day: SECOND }], 404],
] as const)('a series with %s is refused, by card and with points', async (_what, dates, status) => {
  expect((await createSeries(server, dates)).status).toBe(status);
  expect((await bookSeries(server, dates)).status).toBe(status);
  expect(await stored(server)).toEqual([]);
});

test('nobody books a series for somebody else, blocked, signed out, at another price or without being a member', async () => {
  expect((await createSeries(server, FORTNIGHTS, { uid: server.member.user_id })).status).toBe(403);
  expect((await createSeries(server, FORTNIGHTS, { user: server.blocked })).status).toBe(403);
  expect((await createSeries(server, FORTNIGHTS, { user: { ...server.guest, access: '' } })).status).toBe(
    401,
  );
  expect((await createSeries(server, FORTNIGHTS, { amount: '10.00' })).body.error).toMatchObject({
    code: 'price-changed',
    amount: ((3 * PAISE) / 100).toFixed(2),
  });
  expect((await bookSeries(server, FORTNIGHTS, server.guest)).body.error.code).toBe('not-a-member');
  expect(await stored(server)).toEqual([]);
});
