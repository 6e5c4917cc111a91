import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type {
  BookingTaxDocuments,
  TaxDocumentContent,
  RoomSupply,
} from '../../../contract/invoices/taxDocuments.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import type { BookingDetailsResponse } from '../../../contract/bookings/bookingDetails.ts';
import { paths } from '../../../contract/paths.ts';
import type { SeriesDatePreview } from '../../../contract/bookings/series.ts';
import { addDays, fullDate } from '../../../domain/time/calendar.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { composeEmail, type StoredEmail } from '../../../server/email/compose.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { get, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { issueDueTaxDocuments, settlePayment } from '../../invoices/issuing.ts';
import { setHalfPoints } from '../../fixtures/setHalfPoints.ts';
import {
  bookSeries,
  createSeries,
  THREE_DATES,
  PAISE,
  storedBookings,
  type SeriesDate,
} from '../bookingSeries.ts';
import { beginMove, bookByPoints, cancelNow, fetchBookings, moveTo } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { pay } from '../payer.ts';
import { complete, create, dataOf, DAY, MORNING, release, ROOM } from '../startPayments.ts';

withFreshPayments();

const emailDeps = () => ({
  database: server.database,
  from: { name: 'Litrooms', address: 'hello@litrooms.test' },
  business: server.config.business,
  businessAddress: 'desk@litrooms.test',
  carriesUtf8: false,
  origin: 'https://litrooms.test',
  linkSecret: 'a-secret-of-the-tests',
  attachments: {},
});

const AFTERNOON = { start: 28, end: 31 };
const MINUTE = 60_000;
const [, SECOND, THIRD] = THREE_DATES.map(({ day }) => day) as [string, string, string];

const setPoints = (user: SignedIn, halfPoints: number) =>
  setHalfPoints(server.database, halfPoints, user.user_id);
const pointsOf = async (user: SignedIn): Promise<number> =>
  (
    await server.database
      .selectFrom('app_user')
      .select('half_points')
      .where('id', '=', user.user_id)
      .executeTakeFirstOrThrow()
  ).half_points;

beforeEach(() => setPoints(server.member, 100));

const statuses = async () => (await storedBookings(server)).map(({ status, slots }) => `${status} ${slots}`);
const forAllDates = (status: string) => THREE_DATES.map(() => status);

/** Books a series and pays it by card. */
async function paidSeries(dates: readonly SeriesDate[] = THREE_DATES) {
  const created = dataOf(await createSeries(server, dates));
  const paid = await pay(server, created);
  dataOf(await complete(server, created, paid));
  return { created, ids: (await storedBookings(server)).map(({ id }) => id) };
}

/** All captured payments less all refunds, also the due ones. */
const keptPaise = async (): Promise<number> => {
  const { rows } = await sql<{ paise: number }>`
    select (coalesce((select sum(amount_paise) from payment where status in ('captured', 'refunded')), 0)
      - coalesce((select sum(amount_paise) from refund), 0))::integer as paise`.execute(server.database);
  return rows[0]?.paise ?? 0;
};

const previewSeries = (query: Record<string, unknown>, token?: string) =>
  get(
    server,
    `${paths.series}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`,
    token,
  ) as Promise<ApiResponse<{ data: SeriesDatePreview[] } & { error: { fields?: object } }>>;
const seriesQuery = { mid: ROOM, bdate: DAY, ...bookingTimes(MORNING), every: 2, count: 3 };

describe('the preview of a series', () => {
  test('contains the availability of every date, with alternatives for taken ones', async () => {
    await bookByPoints(server, SECOND, { start: 21, end: 22 });
    const dates = dataOf(await previewSeries(seriesQuery));
    expect(dates.map(({ bdate, state }) => [bdate, state])).toEqual([
      [DAY, 'free'],
      [SECOND, 'taken'],
      [THIRD, 'free'],
    ]);
    const { times, rooms } = dates[1]?.alternatives ?? { times: [], rooms: [] };
    expect(times[0]).toEqual(bookingTimes({ start: 22, end: 25 }));
    expect(rooms).toHaveLength(3);
    await create(server, MORNING, { bdate: THIRD });
    const own = dataOf(await previewSeries(seriesQuery, server.guest.access));
    expect(own.map(({ state }) => state)).toEqual(['free', 'taken', 'free']);
  });

  test('marks the dates after the booking window, and those on which the room is closed', async () => {
    const weekly = { ...seriesQuery, bdate: '2026-05-05', every: 1, count: 4 };
    expect(dataOf(await previewSeries(weekly)).map(({ state }) => state)).toEqual([
      'free',
      'free',
      'free',
      'outside',
    ]);
    const night = { ...seriesQuery, ...bookingTimes({ start: 4, end: 6 }) };
    expect(dataOf(await previewSeries(night)).map(({ state }) => state)).toEqual(forAllDates('closed'));
  });

  test.each([
    ['a first date in the past', { bdate: '2025-11-20' }, 'bdate'],
    ['a first date after the window', { bdate: '2026-05-22' }, 'bdate'],
    ['times that have started', { bdate: '2025-11-21', ...bookingTimes({ start: 18, end: 22 }) }, 'stime'],
    ['one date', { count: 1 }, 'count'],
    ['more than twelve dates', { count: 13 }, 'count'],
    ['an unknown interval', { every: 3 }, 'every'],
    ['times in the wrong order', { ctime: '09:00:00' }, 'ctime'],
    ['a hostile room', { mid: "1' or 1=1" }, 'mid'],
  ])('refuses %s', async (_case, changed, field) => {
    const { status, body } = await previewSeries({ ...seriesQuery, ...changed });
    expect([status, Object.keys(body.error.fields ?? {})]).toEqual([400, [field]]);
  });
});

describe('a series by card', () => {
  test('has one order, one payment and one invoice for all dates', async () => {
    const { created, ids } = await paidSeries();
    expect(created.amount).toBe(3 * PAISE);
    expect(await statuses()).toEqual(forAllDates('confirmed 3'));
    await issueDueTaxDocuments(server);
    const taxDocuments = await server.database
      .selectFrom('paper')
      .select(['kind', 'total_paise', 'content'])
      .execute();
    expect(taxDocuments.map(({ kind, total_paise }) => [kind, total_paise])).toEqual([
      ['invoice', 3 * PAISE],
    ]);
    const supply = (JSON.parse(taxDocuments[0]?.content ?? '') as TaxDocumentContent).supply as RoomSupply;
    expect(supply.dates?.map(({ booking_id, date, amount }) => [booking_id, date, amount])).toEqual(
      THREE_DATES.map(({ day }, nth) => [ids[nth], day, (PAISE / 100).toFixed(2)]),
    );
    const email = await server.database
      .selectFrom('letter')
      .selectAll()
      .where('kind', '=', 'invoice')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    const message = await composeEmail(emailDeps(), { ...email, attachments: [] }, server.clock.now);
    expect(message).toMatchObject({ text: expect.stringContaining(`${rupees(3 * PAISE)} by card`) });
    // The invoice is among the tax documents of every date.
    for (const id of ids) {
      const response = await get(
        server,
        `${paths.bookingTaxDocuments}?booking_id=${id}`,
        server.guest.access,
      );
      expect((response.body as { data: BookingTaxDocuments }).data.papers.map(({ kind }) => kind)).toEqual([
        'invoice',
      ]);
    }
    // The desk sees the share of the payment of every date.
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

  test('is one email with a calendar entry for each date, has reminders for each, and leaves out a date that was cancelled', async () => {
    const { ids } = await paidSeries();
    const [, second] = ids as [string, string, string];
    const [email, ...others] = await server.database
      .selectFrom('letter')
      .selectAll()
      .where('kind', '=', 'booked')
      .execute();
    expect(others).toEqual([]);
    const compose = () => composeEmail(emailDeps(), email as StoredEmail, server.clock.now);
    const message = await compose();
    if (typeof message === 'string') throw new Error(message);
    expect(message.subject).toContain('3 dates');
    for (const { day } of THREE_DATES) expect(message.text).toContain(fullDate(day));
    expect(message.text).toContain(rupees(3 * PAISE));
    const entries = [
      message.invitation?.content,
      ...message.attachments.map(({ content }) => String(content)),
    ];
    expect(entries.map((entry) => /UID:([0-9a-f-]{36})/.exec(entry ?? '')?.[1])).toEqual(ids);
    await cancelNow(server, second);
    const later = await compose();
    expect(later).toMatchObject({ subject: expect.stringContaining('2 dates') });
    // They are one group in My bookings.
    const { id } = (await fetchBookings(server)).find(({ series }) => series)?.series ?? { id: '' };
    expect((await fetchBookings(server)).map(({ series }) => series)).toEqual(
      THREE_DATES.map(() => ({ id, dates: 3 })),
    );
  });

  test('of two dates has both', async () => {
    await paidSeries(THREE_DATES.slice(0, 2));
    expect(await statuses()).toEqual(['confirmed 3', 'confirmed 3']);
  });

  test('has dates that can be cancelled and moved separately, with exact amounts and credit notes', async () => {
    const { ids } = await paidSeries();
    const [first, second, third] = ids as [string, string, string];
    await issueDueTaxDocuments(server);
    expect((await cancelNow(server, second)).refund).toBe((PAISE / 100).toFixed(2));
    // The first date gets a shorter and cheaper range, the third a longer and more expensive one. Cancelling the third refunds
    // its new price, whose additional part must not come from the shares of the other dates in the series' payment.
    await moveTo(server, first, { day: DAY, range: { start: 20, end: 22 } });
    const order = await beginMove(server, third, { day: THIRD, range: { start: 20, end: 24 } });
    await settlePayment(server, order);
    await issueDueTaxDocuments(server);
    const prices = new Map(
      (await storedBookings(server)).map(({ id, total_paise }) => [id, total_paise ?? 0]),
    );
    const price = (id: string) => prices.get(id) as number;
    expect(await keptPaise()).toBe(price(first) + price(third));
    // The page of each date shows only the share and the sums of this date.
    const shownPayments = async (id: string) => {
      const path = `${paths.bookingDetails}?booking_id=${id}`;
      const { data } = (await get<BookingDetailsResponse>(server, path, server.guest.access)).body;
      return [data.payments.map(({ for: purpose, amount }) => [purpose, amount]), data.kept];
    };
    const part = (PAISE / 100).toFixed(2);
    expect(await shownPayments(first)).toEqual([[['booking', part]], (price(first) / 100).toFixed(2)]);
    expect(await shownPayments(second)).toEqual([[['booking', part]], '0.00']);
    expect(await shownPayments(third)).toEqual([
      [
        ['booking', part],
        ['move', ((price(third) - PAISE) / 100).toFixed(2)],
      ],
      (price(third) / 100).toFixed(2),
    ]);
    expect((await cancelNow(server, third)).refund).toBe((price(third) / 100).toFixed(2));
    expect((await cancelNow(server, first)).refund).toBe((price(first) / 100).toFixed(2));
    expect(await keptPaise()).toBe(0);
    await issueDueTaxDocuments(server);
    const notes = await server.database
      .selectFrom('paper')
      .select(['booking_id', 'content'])
      .where('kind', '=', 'credit-note')
      .orderBy('due_id')
      .execute();
    expect(notes.map(({ booking_id }) => booking_id)).toEqual([second, first, third, third, first]);
    const dateOf = (nth: number) =>
      (JSON.parse(notes[nth]?.content ?? '') as TaxDocumentContent).supply as RoomSupply;
    expect(dateOf(0)).toMatchObject({ booking_id: second, date: SECOND, hours: 1.5 });
    expect(dateOf(0).dates).toBeUndefined();
    const own = await fetchBookings(server);
    expect(own.map(({ state }) => state)).toEqual(forAllDates('cancelled'));
    expect(own.map(({ refunds }) => refunds?.length)).toEqual([2, 1, 2]);
  });

  test('holds nothing when one date is taken, and returns alternatives for that date', async () => {
    await bookByPoints(server, THIRD);
    const { status, body } = await createSeries(server);
    expect([status, body.error.code]).toEqual([409, 'slot-taken']);
    expect(body.error.alternatives?.times).toEqual([
      bookingTimes({ start: 23, end: 26 }),
      bookingTimes({ start: 17, end: 20 }),
    ]);
    expect(await statuses()).toEqual(['confirmed 3']);
    // A second date is taken too. The series succeeds with other times on both dates.
    await bookByPoints(server, SECOND);
    const otherTimes = [
      { day: DAY },
      { day: SECOND, range: AFTERNOON },
      { day: THIRD, range: { start: 23, end: 26 } },
    ];
    expect((await createSeries(server, otherTimes)).status).toBe(200);
  });

  test('is released as a whole, and a repeated call returns the same order', async () => {
    const created = dataOf(await createSeries(server));
    expect(dataOf(await createSeries(server)).id).toBe(created.id);
    expect(await statuses()).toEqual(forAllDates('held 3'));
    const last = (await storedBookings(server))[2]?.id as string;
    // The id of any date identifies the series.
    const notes = [created.notes[0], created.notes[1], { booking_id: last }] as const;
    expect(dataOf(await release(server, { ...created, notes: [...notes] })).status).toBe('released');
    expect(await statuses()).toEqual(forAllDates('cancelled 0'));
  });

  test('expires as a whole after its order was checked, and a late payment books all dates or is refunded completely', async () => {
    const created = dataOf(await createSeries(server));
    server.clock.now += 14 * MINUTE;
    server.provider.up = false;
    await reconcile(server.payments);
    expect(await statuses()).toEqual(forAllDates('held 3'));
    server.provider.up = true;
    server.clock.now += 10 * MINUTE;
    await reconcile(server.payments);
    expect(await statuses()).toEqual(forAllDates('expired 0'));
    expect(await settlePayment(server, created)).toBe('confirmed');
    expect(await statuses()).toEqual(forAllDates('confirmed 3'));

    await server.reset();
    const again = dataOf(await createSeries(server));
    server.clock.now += 24 * MINUTE;
    await reconcile(server.payments);
    await setPoints(server.member, 100);
    await bookByPoints(server, SECOND);
    const paid = await pay(server, again);
    expect((await complete(server, again, paid)).status).toBe(410);
    expect((await statuses()).toSorted()).toEqual(['confirmed 3', ...forAllDates('refund_due 0')]);
    for (const hours of [0, 1, 2]) {
      server.clock.now += hours * 60 * MINUTE;
      await reconcile(server.payments);
    }
    expect((await fetchBookings(server)).map(({ status, refund }) => [status, refund?.amount])).toEqual([
      ['refunded', ((3 * PAISE) / 100).toFixed(2)],
    ]);
    expect((await storedBookings(server)).filter(({ status }) => status === 'refunded')).toHaveLength(3);
  });

  test('counts as one hold, and a user can hold only one series at a time', async () => {
    const created = dataOf(await createSeries(server));
    const later = THREE_DATES.map(({ day }) => ({ day: addDays(day, 1) }));
    server.clock.now += MINUTE;
    expect((await createSeries(server, later)).body.error).toMatchObject({
      code: 'too-many-holds',
      holds: { count: 1, slots: 0, until: created.hold_expires_at },
    });
    for (const bdate of ['2025-12-01', '2025-12-02']) {
      expect((await create(server, MORNING, { bdate })).status).toBe(200);
    }
    expect((await create(server, MORNING, { bdate: '2025-12-03' })).body.error.code).toBe('too-many-holds');
    // A booking of one date of a held series replaces the hold.
    expect(dataOf(await release(server, created)).status).toBe('released');
    dataOf(await createSeries(server));
    expect((await create(server, MORNING, { bdate: SECOND })).status).toBe(200);
    expect((await statuses()).filter((status) => status === 'held 3')).toHaveLength(3);
  });

  test('cannot be confirmed in part, because the database refuses it', async () => {
    await createSeries(server);
    const [first] = await storedBookings(server);
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
    expect((await storedBookings(server)).map(({ id }) => id)).toEqual(ids);
    expect((await cancelNow(server, ids[1] as string, server.member)).refund).toBe('1.5');
    expect(await pointsOf(server.member)).toBe(100 - 6);
    expect(await statuses()).toEqual(['confirmed 3', `${bookingCodes.cancelled} 0`, 'confirmed 3']);
  });

  test('books nothing when the points are not enough for all dates, or when one date is taken', async () => {
    await setPoints(server.member, 8);
    expect((await bookSeries(server)).body.error.code).toBe('not-enough-points');
    await setPoints(server.member, 100);
    await server.database
      .updateTable('app_user')
      .set({ is_member: true })
      .where('id', '=', server.guest.user_id)
      .execute();
    await setHalfPoints(server.database, 100, server.guest.user_id);
    dataOf(await bookSeries(server, [{ day: THIRD }, { day: addDays(THIRD, 7) }], server.guest));
    expect((await bookSeries(server)).body.error.code).toBe('slot-taken');
    await server.database
      .updateTable('app_user')
      .set({ is_member: false })
      .where('id', '=', server.guest.user_id)
      .execute();
    await setHalfPoints(server.database, 0, server.guest.user_id);
    expect(await pointsOf(server.member)).toBe(100);
    expect(await statuses()).toEqual(['confirmed 3', 'confirmed 3']);
  });
});

const weeks = (count: number, from = DAY): SeriesDate[] =>
  Array.from({ length: count }, (_, nth) => ({ day: addDays(from, nth * 7) }));

test.each([
  ['a date after the window', [{ day: DAY }, { day: '2026-05-22' }], 400],
  ['a past date', [{ day: '2025-11-20' }, { day: DAY }], 400],
  ['a time that has started', [{ day: '2025-11-21', range: { start: 18, end: 22 } }, { day: DAY }], 400],
  ['a time outside the opening hours', [{ day: DAY, range: { start: 2, end: 4 } }, { day: SECOND }], 400],
  ['one date', weeks(1), 400],
  ['more than twelve dates', weeks(13), 400],
  ['the same times twice', [{ day: DAY }, { day: DAY, range: { start: 22, end: 24 } }], 400],
  ['a room that does not exist', [{ day: DAY, room: 999 }, { day: SECOND }], 404],
] as const)('a series with %s is refused, by card and with points', async (_case, dates, status) => {
  expect((await createSeries(server, dates)).status).toBe(status);
  expect((await bookSeries(server, dates)).status).toBe(status);
  expect(await storedBookings(server)).toEqual([]);
});

test('a series cannot be booked for others, by blocked or signed-out users, at another price, or with points by a non-member', async () => {
  expect((await createSeries(server, THREE_DATES, { uid: server.member.user_id })).status).toBe(403);
  expect((await createSeries(server, THREE_DATES, { user: server.blocked })).status).toBe(403);
  expect((await createSeries(server, THREE_DATES, { user: { ...server.guest, access: '' } })).status).toBe(
    401,
  );
  expect((await createSeries(server, THREE_DATES, { amount: '10.00' })).body.error).toMatchObject({
    code: 'price-changed',
    amount: ((3 * PAISE) / 100).toFixed(2),
  });
  expect((await bookSeries(server, THREE_DATES, server.guest)).body.error.code).toBe('not-a-member');
  expect(await storedBookings(server)).toEqual([]);
});
