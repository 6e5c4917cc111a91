import { beforeEach, describe, expect, test } from 'vitest';
import type { MyBookingsResponse } from '../../../contract/bookings/booking.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { SaleDatesResponse } from '../../../contract/desk/money/money.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import { addDays, bookingWindow, fullDate } from '../../../domain/time/calendar.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { setHalfPoints } from '../../fixtures/setHalfPoints.ts';
import { issueDueTaxDocuments } from '../../invoices/issuing.ts';
import { DAY, dataOf, ROOM } from '../startPayments.ts';

/* A sale at the desk that repeats every week or every two weeks: one payment, one invoice, one series. */

withFreshPayments();
let desk: SignedIn | undefined;
beforeEach(async () => {
  desk ??= await signIn(server, 'desk');
});

const PRICE = 592.36;
const times = bookingTimes({ start: 20, end: 22 });
const weeks = (count: number, every = 1) =>
  Array.from({ length: count }, (_, index) => addDays(DAY, index * every * 7));

type Sold = ApiResponse<{ data: { booking_id: string } } & ErrorBody>;
const sell = (dates: readonly string[], fields: Record<string, unknown> = {}): Promise<Sold> =>
  post(
    server,
    deskPaths.sell,
    {
      email: 'guest@example.com',
      mid: ROOM,
      bdate: dates[0],
      later_dates: dates.slice(1),
      ...times,
      method: 'cash',
      amount: (PRICE * dates.length).toFixed(2),
      ...fields,
    },
    { token: desk?.access },
  );
const preview = async (every: number, count: number, bdate = DAY) => {
  const query = new URLSearchParams({
    ...times,
    mid: String(ROOM),
    bdate,
    every: `${every}`,
    count: `${count}`,
  });
  return dataOf(await get<SaleDatesResponse>(server, `${deskPaths.saleDates}?${query}`, desk?.access));
};
const countOf = async (table: 'booking' | 'payment' | 'booking_slot') =>
  (
    await server.database
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

test('has one payment, one invoice with a line for each date, one email, and a series in My bookings', async () => {
  const dates = weeks(4);
  const id = dataOf(await sell(dates, { note: 'The Tuesday group' })).booking_id;
  await issueDueTaxDocuments(server);
  const invoices = await server.database.selectFrom('paper').select(['total_paise', 'content']).execute();
  expect(invoices).toEqual([{ total_paise: 4 * 59236, content: expect.any(String) }]);
  const { supply } = JSON.parse(invoices[0]?.content ?? '') as {
    supply: { dates: { date: string; amount: string }[] };
  };
  expect(supply.dates.map(({ date, amount }) => [date, amount])).toEqual(
    dates.map((date) => [date, '592.36']),
  );
  expect(await server.database.selectFrom('payment').select('amount_paise').execute()).toEqual([
    { amount_paise: 4 * 59236 },
  ]);
  const letters = await server.database.selectFrom('letter').select('kind').orderBy('kind').execute();
  expect(letters.map(({ kind }) => kind)).toEqual(['booked', 'invoice']);
  const series = await server.database.selectFrom('series_date').select(['head_id', 'amount']).execute();
  expect(series).toEqual(dates.map(() => ({ head_id: id, amount: 59236 })));
  const mine = dataOf(await get<MyBookingsResponse>(server, paths.myBookings, server.guest.access));
  expect(mine.map(({ status }) => status)).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed']);
  const notes = await server.database.selectFrom('booking_note').select('text').execute();
  expect(notes).toHaveLength(4);
  // The history of each date has its own sale.
  const audit = await server.database
    .selectFrom('audit_entry')
    .select('became')
    .where('action', '=', 'sold at the desk')
    .orderBy('id')
    .execute();
  expect(audit.map(({ became }) => became)).toEqual(
    dates.map((date) => expect.objectContaining({ day: date, paid: '592.36', method: 'cash' }) as unknown),
  );
});

test('refunds one date at the desk, and the others stay booked', async () => {
  await sell(weeks(3));
  await issueDueTaxDocuments(server);
  const [, second] = await server.database.selectFrom('booking').select('id').orderBy('day').execute();
  const cancelled = await post(
    server,
    deskPaths.cancel,
    { booking_id: second?.id, policy_refund: '592.36', refund: '592.36', reason: 'On holiday' },
    { token: desk?.access },
  );
  expect(cancelled.status).toBe(200);
  const refunds = await server.database.selectFrom('refund').select(['amount_paise', 'status']).execute();
  expect(refunds).toEqual([{ amount_paise: 59236, status: 'due' }]);
  const states = await server.database.selectFrom('booking').select('status').orderBy('day').execute();
  expect(states.map(({ status }) => status)).toEqual(['confirmed', 'called_off', 'confirmed']);
});

test('books nothing when one date is taken, and names the date and what is in the way', async () => {
  const dates = weeks(3);
  const [, , last = ''] = dates;
  await sell([last], { email: 'member@example.com' });
  const before = await countOf('booking_slot');
  expect((await sell(dates)).body.error).toMatchObject({
    code: 'slot-taken',
    message: `These times are not free: ${fullDate(last)}, Meera Raman has 10:00 AM to 11:00 AM`,
  });
  expect(await countOf('booking')).toBe(1);
  expect(await countOf('booking_slot')).toBe(before);
  // The preview says the same, so that the desk leaves the date out.
  expect(await preview(1, 3)).toEqual([
    { date: dates[0], state: 'free', who: '' },
    { date: dates[1], state: 'free', who: '' },
    { date: last, state: 'taken', who: 'Meera Raman has 10:00 AM to 11:00 AM' },
  ]);
  expect((await sell(dates.slice(0, 2))).status).toBe(200);
});

test('leaves out a date on which another booking is in the buffer after the times', async () => {
  const [first = '', second = ''] = weeks(2);
  await sell([second], { email: 'member@example.com', ...bookingTimes({ start: 22, end: 24 }) });
  await server.database.updateTable('room').set({ buffer_slots: 1 }).where('id', '=', ROOM).execute();
  try {
    expect(await preview(1, 2)).toEqual([
      { date: first, state: 'free', who: '' },
      { date: second, state: 'taken', who: 'too close to another booking' },
    ]);
    expect((await sell([first, second])).body.error).toMatchObject({
      code: 'slot-taken',
      message: 'These times are too close to another booking',
    });
  } finally {
    await server.database.updateTable('room').set({ buffer_slots: 0 }).where('id', '=', ROOM).execute();
  }
});

test('sold twice at once books its dates once', async () => {
  const responses = await Promise.all([sell(weeks(3)), sell(weeks(3))]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await countOf('booking')).toBe(3);
  expect(await countOf('payment')).toBe(1);
});

test('shows the dates after the last one that can be booked, and does not sell them', async () => {
  const { last } = bookingWindow(server.payments.now());
  const first = addDays(last, -14);
  const dates = await preview(1, 4, first);
  expect(dates.map(({ date, state }) => [date, state])).toEqual([
    [first, 'free'],
    [addDays(first, 7), 'free'],
    [last, 'free'],
    [addDays(last, 7), 'outside'],
  ]);
  expect((await sell([DAY, addDays(last, 1)])).status).toBe(400);
  expect((await preview(2, 3)).map(({ date }) => date)).toEqual(weeks(3, 2));
});

test.each([
  ['the price of one date', { amount: '592.36' }, 409],
  ['the first date again', { later_dates: [DAY] }, 400],
  ['dates out of order', { later_dates: [addDays(DAY, 14), addDays(DAY, 7)] }, 400],
  ['too many dates', { later_dates: weeks(13).slice(1) }, 400],
  ['a text that is no date', { later_dates: ['soon'] }, 400],
  ['no list', { later_dates: DAY }, 400],
])('is refused with %s', async (_what, fields, status) => {
  expect((await sell(weeks(2), fields)).status).toBe(status);
  expect(await countOf('booking')).toBe(0);
});

describe('with the points of a member', () => {
  const bookForMember = (dates: readonly string[], fields: Record<string, unknown> = {}): Promise<Sold> =>
    post(
      server,
      deskPaths.walkIn,
      {
        email: 'member@example.com',
        mid: ROOM,
        bdate: dates[0],
        later_dates: dates.slice(1),
        ...times,
        ...fields,
      },
      { token: desk?.access },
    );
  const pointsOf = async (user: SignedIn) =>
    (
      await server.database
        .selectFrom('app_user')
        .select('half_points')
        .where('id', '=', user.user_id)
        .executeTakeFirstOrThrow()
    ).half_points;

  test('books all dates as a series with one email, and each date has its own points and history', async () => {
    const dates = weeks(3, 2);
    const before = await pointsOf(server.member);
    const id = dataOf(await bookForMember(dates)).booking_id;
    expect(before - (await pointsOf(server.member))).toBe(6);
    const series = await server.database.selectFrom('series_date').select(['head_id', 'amount']).execute();
    expect(series).toEqual(dates.map(() => ({ head_id: id, amount: 2 })));
    const letters = await server.database.selectFrom('letter').select('kind').execute();
    expect(letters.map(({ kind }) => kind)).toEqual(['booked']);
    const audit = await server.database
      .selectFrom('audit_entry')
      .select(['subject_id', 'became'])
      .where('action', '=', 'booked for a member')
      .orderBy('id')
      .execute();
    expect(audit.map(({ became }) => (became as { day: string }).day)).toEqual(dates);
    // A cancelled date returns its own points.
    const [, second] = await server.database.selectFrom('booking').select('id').orderBy('day').execute();
    const cancelled = await post(
      server,
      deskPaths.cancel,
      { booking_id: second?.id, policy_refund: '1', refund: '1', reason: 'On holiday' },
      { token: desk?.access },
    );
    expect(cancelled.status).toBe(200);
    expect(before - (await pointsOf(server.member))).toBe(4);
  });

  test('books nothing when the points are not enough for all dates', async () => {
    const before = await pointsOf(server.member);
    await setHalfPoints(server.database, 5, server.member.user_id);
    try {
      expect(await bookForMember(weeks(3))).toMatchObject({
        status: 422,
        body: { error: { code: 'not-enough-points' } },
      });
      expect(await countOf('booking')).toBe(0);
      expect((await bookForMember(weeks(2))).status).toBe(200);
    } finally {
      await setHalfPoints(server.database, before, server.member.user_id);
    }
  });

  test('books nothing when one date is taken, or after the last that can be booked', async () => {
    const dates = weeks(3);
    await sell([dates[2] as string]);
    const before = await pointsOf(server.member);
    expect((await bookForMember(dates)).body.error.code).toBe('slot-taken');
    const { last } = bookingWindow(server.payments.now());
    expect((await bookForMember([DAY, addDays(last, 1)])).status).toBe(400);
    expect((await bookForMember([DAY], { later_dates: [DAY] })).status).toBe(400);
    expect(await countOf('booking')).toBe(1);
    expect(await pointsOf(server.member)).toBe(before);
  });

  test('booked twice at once takes the points once', async () => {
    const before = await pointsOf(server.member);
    const responses = await Promise.all([bookForMember(weeks(2)), bookForMember(weeks(2))]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(before - (await pointsOf(server.member))).toBe(4);
  });
});
