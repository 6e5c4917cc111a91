import { expect, test, vi } from 'vitest';
import { defaultCancellationPolicies } from '../../domain/money/cancellation.ts';
import type { BookingSelection, SeriesSelection } from '../../machines/checkout/events.ts';
import { bookingOf } from '../../src/bookings/effects/booking.ts';
import { createBookings } from '../../src/bookings/effects/bookings.ts';
import { apiBooking } from '../fixtures/apiBooking.ts';
import { room } from '../fixtures/booking.ts';

/** As a call sends it: the first day of the cancellation policy that the visitor was shown. */
async function policyFrom(call: 'createOrder' | 'bookWithPoints', selection: BookingSelection) {
  const send = vi.fn(() => Promise.reject(new Error('enough')));
  const bookings = createBookings(send, { now: () => 0 });
  await bookings[call]('user-1', selection).catch(() => undefined);
  const [{ data }] = send.mock.calls[0] as unknown as [{ data: FormData | Record<string, unknown> }];
  return data instanceof FormData ? data.get('policy_from') : (data['policy_from'] ?? null);
}

const single = (bookedRoom = room): BookingSelection => ({
  room: bookedRoom,
  date: '2025-11-24',
  range: { start: 20, end: 22 },
});
const series = (inRoom = room): BookingSelection => ({
  ...single(inRoom),
  series: {
    every: 1,
    dates: [single(inRoom), { ...single(inRoom), date: '2025-12-01' }] as SeriesSelection['dates'],
  },
});
const roomWithPolicy = { ...room, cancellation: { ...defaultCancellationPolicies, fromDay: '2025-11-20' } };

test.each([
  ['a booking by card', 'createOrder', single],
  ['a booking with points', 'bookWithPoints', single],
  ['a series by card', 'createOrder', series],
  ['a series with points', 'bookWithPoints', series],
] as const)('%s sends the day of the cancellation policy that was shown', async (_case, call, selection) => {
  expect(await policyFrom(call, selection(roomWithPolicy))).toBe('2025-11-20');
  // A server of the previous version sends no policy.
  expect(await policyFrom(call, selection())).toBeNull();
});

test('of 500 bookings the first page is one request, and each page more is one more', async () => {
  const PAGE = 20;
  const all = Array.from({ length: 500 }, (_, nth) => ({ ...apiBooking, id: String(nth) }));
  const send = vi.fn(async ({ params }: { params?: { after: string } }) => {
    const from = Number(params?.after ?? 0);
    const end = from + PAGE;
    return {
      data: all.slice(from, end),
      next: { upcoming: end < all.length ? String(end) : null, past: null },
    };
  });
  const bookings = createBookings(send as never, { now: () => 0 });
  const { signal } = new AbortController();
  const loaded = all.map(bookingOf);
  expect(await bookings.loadPages(1, signal)).toEqual({ bookings: loaded.slice(0, PAGE), hasMore: true });
  expect(send).toHaveBeenCalledTimes(1);
  expect(await bookings.loadPages(3, signal)).toEqual({ bookings: loaded.slice(0, 3 * PAGE), hasMore: true });
  expect(send).toHaveBeenCalledTimes(4);
  expect(await bookings.loadPages(99, signal)).toEqual({ bookings: loaded, hasMore: false });
});
