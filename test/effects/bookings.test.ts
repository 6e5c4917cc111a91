import { expect, test, vi } from 'vitest';
import { defaultCancellationPolicies } from '../../domain/cancellation.ts';
import type { BookingSelection, SeriesSelection } from '../../machines/events/checkout.ts';
import { createBookings } from '../../src/effects/bookings.ts';
import { room } from '../fixtures/booking.ts';

/** What a call about a selection says that its visitor has read. */
async function policyFrom(call: 'createOrder' | 'bookWithPoints', selection: BookingSelection) {
  const send = vi.fn(() => Promise.reject(new Error('enough')));
  const bookings = createBookings(send, { now: () => 0 });
  await bookings[call]('user-1', selection).catch(() => undefined);
  const [{ data }] = send.mock.calls[0] as unknown as [{ data: FormData | Record<string, unknown> }];
  return data instanceof FormData ? data.get('policy_from') : (data['policy_from'] ?? null);
}

const one = (of = room): BookingSelection => ({
  room: of,
  date: '2025-11-24',
  range: { start: 20, end: 22 },
});
const series = (of = room): BookingSelection => ({
  ...one(of),
  series: { every: 1, dates: [one(of), { ...one(of), date: '2025-12-01' }] as SeriesSelection['dates'] },
});
const shown = { ...room, cancellation: { ...defaultCancellationPolicies, from_day: '2025-11-20' } };

test.each([
  ['a booking by card', 'createOrder', one],
  ['a booking with points', 'bookWithPoints', one],
  ['a series by card', 'createOrder', series],
  ['a series with points', 'bookWithPoints', series],
] as const)('%s says which cancellation policy was shown', async (_case, call, selection) => {
  expect(await policyFrom(call, selection(shown))).toBe('2025-11-20');
  // A server of the version before sends none.
  expect(await policyFrom(call, selection())).toBeNull();
});
