import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Booking } from '../../../machines/bookings/booking.ts';
import { instantOf } from '../../../domain/time/calendar.ts';
import { groupBookings, keyWithMore, type MyBookings } from '../../../machines/bookings/myBookings.ts';
import { room } from '../../fixtures/booking.ts';
import { mockEffects, startApp } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const booking = (id: string, bookingDate: string, start: number, end: number): Booking => ({
  id,
  bookingDate,
  range: { start, end },
  state: 'confirmed',
  amount: { with: 'points', amount: 2 },
  meetingRoom: {
    id: room.id,
    roomName: room.roomName,
    image: { image: '/images/room-01-huddle-4.jpg' },
    location: room.location,
  },
});

const bookings = [
  booking('later', '2025-11-24', 20, 23),
  booking('gone', '2025-11-19', 20, 21),
  booking('now', '2025-11-20', 22, 25),
  booking('this morning', '2025-11-20', 16, 19),
];
const ids = (list: readonly Booking[]): string[] => list.map(({ id }) => id);

test('a booking is upcoming until its last slot ends; the next booking is first', () => {
  expect(ids(groupBookings(bookings, instantOf('2025-11-20', 24)).upcoming)).toEqual(['now', 'later']);
  expect(ids(groupBookings(bookings, instantOf('2025-11-20', 25) - 1).upcoming)).toEqual(['now', 'later']);
  expect(ids(groupBookings(bookings, instantOf('2025-11-20', 25)).upcoming)).toEqual(['later']);
});

test('a booking with an open refund stays in the upcoming list after its time, until the refund is processed', () => {
  const afterwards = instantOf('2025-11-21', 0);
  const paidLate = (status: 'refundDue' | 'refunded'): Booking => ({
    ...booking('paid late', '2025-11-19', 24, 25),
    state: status,
    refund: { amount: 41_300, status },
  });
  expect(ids(groupBookings([...bookings, paidLate('refundDue')], afterwards).upcoming)).toEqual([
    'paid late',
    'later',
  ]);
  expect(ids(groupBookings([paidLate('refundDue')], afterwards).completed)).toEqual([]);
  expect(ids(groupBookings([...bookings, paidLate('refunded')], afterwards).upcoming)).toEqual(['later']);
  expect(ids(groupBookings([paidLate('refunded')], afterwards).completed)).toEqual(['paid late']);
});

test('a booking that was paid twice stays in the upcoming list until the second payment is refunded', () => {
  const paidTwice: Booking = {
    ...booking('paid twice', '2025-11-19', 24, 25),
    refund: { amount: 41_300, status: 'refundDue' },
  };
  expect(ids(groupBookings([paidTwice], instantOf('2025-11-21', 0)).upcoming)).toEqual(['paid twice']);
});

test('a cancelled booking has a separate list, and is also in the upcoming list until its refund is processed', () => {
  const cancelled = (id: string, date: string, refund?: 'refundDue' | 'refunded'): Booking => ({
    ...booking(id, date, 20, 23),
    state: 'cancelled',
    ...(refund && { refund: { amount: 41_300, status: refund } }),
  });
  const all = [
    ...bookings,
    cancelled('points', '2025-11-24'),
    cancelled('returned', '2025-11-18', 'refunded'),
    cancelled('returning', '2025-11-19', 'refundDue'),
  ];
  const sections = groupBookings(all, instantOf('2025-11-20', 25));
  expect(ids(sections.cancelled)).toEqual(['points', 'returning', 'returned']);
  expect(ids(sections.upcoming)).toEqual(['returning', 'later']);
  expect(ids(sections.completed)).toEqual(['now', 'this morning', 'gone']);
});

test('past bookings are completed, the latest first', () => {
  expect(ids(groupBookings(bookings, instantOf('2025-11-20', 25)).completed)).toEqual([
    'now',
    'this morning',
    'gone',
  ]);
});

test('the list is pending while one of its bookings is not paid', () => {
  const unpaid: Booking = { ...booking('unpaid', '2025-11-24', 24, 25), state: 'pending' };
  expect(groupBookings([...bookings, unpaid], instantOf('2025-11-20', 24)).isPending).toBe(true);
  expect(groupBookings(bookings, instantOf('2025-11-20', 24)).isPending).toBe(false);
});

test('the list loads one page at first and one more on demand, while the shown one stays', async () => {
  const effects = mockEffects();
  effects.bookings.loadPages.mockImplementation(async (pages) => ({
    bookings: bookings.slice(0, pages),
    hasMore: pages < 2,
  }));
  const app = await startApp(effects);
  const flow = app.flow('bookings');
  const shown = () => flow.getSnapshot().context['data'] as MyBookings;
  flow.send({ type: 'resource.used' });
  await app.settle();
  expect(shown()).toMatchObject({ hasMore: true });
  const first = shown();
  flow.send({ type: 'resource.refreshed', key: keyWithMore('') });
  expect(shown()).toBe(first);
  await app.settle();
  expect(shown()).toMatchObject({ hasMore: false });
  // A reload, such as after a cancellation, loads what is shown.
  flow.send({ type: 'resource.refreshed' });
  await app.settle();
  expect(effects.bookings.loadPages.mock.calls.map(([pages]) => pages)).toEqual([1, 2, 2]);
});
