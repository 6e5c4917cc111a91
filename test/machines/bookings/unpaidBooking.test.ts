import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Booking } from '../../../machines/bookings/booking.ts';
import { addDays } from '../../../domain/time/calendar.ts';
import { partsOfSelection, priceOfSelection } from '../../../machines/checkout/price.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { DATE, NOON, room } from '../../fixtures/booking.ts';
import { bookingDetails } from '../../fixtures/bookingDetails.ts';
import { mockEffects, liveSession, type MockEffects, startApp } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A booking of `room` from 9:00 to 10:30 that is held at ₹500 an hour. */
const unpaid = { since: '2025-11-20T06:25:00.000Z', until: '2025-11-20T06:38:00.000Z', atBank: false };
const held: Booking = { ...bookingDetails, state: 'pending', unpaid };
const inSeries = (number: number): Booking => ({
  ...held,
  id: `date-${number}`,
  bookingDate: addDays(DATE, number * 14),
  series: { id: 'series-1', dates: 3 },
});

const PAGE_SIZE = 20;

/** Bookings that stand before the others in the list. */
const earlier = Array.from({ length: PAGE_SIZE }, (_, number): Booking => ({
  ...bookingDetails,
  id: `earlier-${number}`,
}));

/** Presses a button twice. Returns the running app. */
async function pressTwice(
  type: 'unpaidBooking.payPressed' | 'unpaidBooking.givenUp',
  { bookings, mock = () => undefined, id = held.id }: PressOptions = {},
) {
  const effects = mockEffects();
  effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession() });
  const all = bookings ?? [held];
  effects.bookings.loadPages.mockImplementation((pages) =>
    Promise.resolve({ bookings: all.slice(0, pages * PAGE_SIZE), hasMore: all.length > pages * PAGE_SIZE }),
  );
  mock(effects);
  const app = await startApp(effects);
  app.flow('unpaidBooking').send({ type, bookingId: id });
  app.flow('unpaidBooking').send({ type, bookingId: id });
  await app.settle();
  return { app, effects };
}
interface PressOptions {
  readonly bookings?: readonly Booking[];
  readonly mock?: (effects: MockEffects) => unknown;
  readonly id?: string;
}

const selected = ({ effects }: { readonly effects: MockEffects }) => effects.bookings.createOrder.mock.calls;

test('Pay now opens the payment of what is held, without another CONFIRM, also for a member with points', async () => {
  const pressed = await pressTwice('unpaidBooking.payPressed');
  expect(selected(pressed)).toEqual([
    ['user-1', { room, date: DATE, range: { start: 18, end: 21 }, paysByCard: true }],
  ]);
  expect(pressed.app.visited).toEqual(['/meeting-room/booking']);
  expect(pressed.app.flow('checkout').getSnapshot().hasTag('paying')).toBe(true);
});

test('Pay now pays at the price at which the times are held', async () => {
  const pressed = await pressTwice('unpaidBooking.payPressed', {
    mock: ({ rooms }) => rooms.list.mockResolvedValue([{ ...room, pricePerHour: 620_00 }]),
  });
  expect(selected(pressed)).toMatchObject([['user-1', { room: { pricePerHour: 500_00 } }]]);
});

test('Pay now pays the prices by time at which the times are held', async () => {
  const rates = [
    { start: 18, end: 20, pricePerHour: 500_00 },
    { start: 20, end: 21, pricePerHour: 802_00 },
  ];
  const total = 1063_18;
  const pressed = await pressTwice('unpaidBooking.payPressed', {
    bookings: [{ ...held, rates, amount: { with: 'card', amount: total } }],
    mock: ({ rooms }) =>
      rooms.list.mockResolvedValue([
        { ...room, rates: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], start: 0, end: 48, pricePerHour: 900_00 }] },
      ]),
  });
  const [, selection] = selected(pressed)[0] ?? [];
  expect(selection && priceOfSelection(selection)?.total).toBe(total);
  expect(selection && partsOfSelection(selection).map(({ range }) => range)).toEqual(rates);
});

test('Pay now pays all dates of a series', async () => {
  const pressed = await pressTwice('unpaidBooking.payPressed', {
    bookings: [held, inSeries(0), inSeries(1), inSeries(2)],
    id: 'date-1',
  });
  const dates = [0, 1, 2].map((number) => ({
    room,
    date: addDays(DATE, number * 14),
    range: { start: 18, end: 21 },
  }));
  expect(selected(pressed)).toEqual([
    ['user-1', { ...dates[0], paysByCard: true, series: { every: 2, dates } }],
  ]);
});

test('Pay now finds a booking, and all dates of its series, behind the first page of bookings', async () => {
  const single = await pressTwice('unpaidBooking.payPressed', { bookings: [...earlier, held] });
  expect(selected(single)).toMatchObject([['user-1', { date: DATE }]]);
  const series = await pressTwice('unpaidBooking.payPressed', {
    bookings: [inSeries(0), ...earlier, inSeries(1), inSeries(2)],
    id: 'date-0',
  });
  expect(selected(series)).toMatchObject([['user-1', { series: { dates: [{}, {}, {}] } }]]);
});

test.each<[string, readonly Booking[]]>([
  ['was booked in the meantime', [{ ...held, state: 'confirmed', unpaid: undefined }]],
  ['is no longer held', []],
  ['is paid by a link', [{ ...held, unpaid: { ...unpaid, byLink: true } }]],
])('Pay now pays nothing for a booking that %s, and loads the bookings again', async (_case, bookings) => {
  const pressed = await pressTwice('unpaidBooking.payPressed', { bookings });
  expect(selected(pressed)).toEqual([]);
  expect(pressed.app.visited).toEqual([]);
  expect(pressed.app.toasts()).toEqual([
    'info: This payment is no longer open. See My bookings for its result.',
  ]);
});

test('a payment that cannot be opened, because the server does not respond or the room is not offered, charges nothing', async () => {
  for (const mock of [
    ({ bookings }: MockEffects) => bookings.loadPages.mockRejectedValue(new Failure('FETCH_ERROR')),
    ({ rooms }: MockEffects) => rooms.list.mockResolvedValue([]),
  ]) {
    const pressed = await pressTwice('unpaidBooking.payPressed', { mock });
    expect(selected(pressed)).toEqual([]);
    expect(pressed.app.toasts()).toEqual([
      'error: The payment could not be opened. Nothing was charged; please try again.',
    ]);
  }
});

test.each([
  [
    'released',
    { status: 'released' },
    'success: The room has been released. Nothing was charged.',
    ['/my-bookings'],
  ],
  ['paid', { status: 'confirmed' }, 'success: It has been paid in the meantime: the room is booked.', []],
  [
    'being paid',
    { status: 'pending', since: 0, until: 0 },
    'info: Your bank is completing the payment. The result appears here.',
    [],
  ],
] as const)('Give up of a booking that is %s says so, once', async (_case, result, toast, visited) => {
  const { app, effects } = await pressTwice('unpaidBooking.givenUp', {
    mock: ({ bookings }) => bookings.releaseHold.mockResolvedValue(result),
  });
  expect(effects.bookings.releaseHold.mock.calls).toEqual([[held.id, true]]);
  expect(app.toasts()).toEqual([toast]);
  expect(app.visited).toEqual(visited);
});

test('a late payment is reported as refunded, and after any other failure nothing has changed', async () => {
  for (const [failure, toast] of [
    [
      new Failure(410, 'hold-over'),
      'info: Your payment arrived too late for this booking. It will be refunded.',
    ],
    [
      new Failure(404, 'not-found'),
      'error: The room could not be released. Nothing has changed; please try again.',
    ],
  ] as const) {
    const { app } = await pressTwice('unpaidBooking.givenUp', {
      mock: ({ bookings }) => bookings.releaseHold.mockRejectedValue(failure),
    });
    expect(app.toasts()).toEqual([toast]);
  }
});
