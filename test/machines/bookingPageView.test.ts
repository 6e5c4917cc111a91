import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { canChangeTimes, canStillBeBooked, offersConfirm } from '../../machines/checkout/view.ts';
import { wantedRange } from '../../machines/rooms/slots/view.ts';
import { Failure } from '../../machines/engine/failure.ts';
import { clock, DATE, NOON, room, TODAY } from '../fixtures/booking.ts';
import { mockEffects, startBooking } from './startApp.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => void vi.useRealTimers());

test('CONFIRM stays while the booking is made, and the times can be changed only while nothing is held for them', async () => {
  const effects = mockEffects();
  effects.bookings.bookWithPoints.mockRejectedValue(new Failure(409, 'slot-taken'));
  const app = await startBooking(effects);
  const checkout = app.flow('checkout');
  const offered = () => [offersConfirm(checkout.getSnapshot()), canChangeTimes(checkout.getSnapshot())];
  expect(offered()).toEqual([true, true]);
  checkout.send({ type: 'checkout.confirmed' });
  expect(offered()).toEqual([true, false]);
  await app.settle();
  expect(offered()).toEqual([false, true]);
});

test('a selection that was paid for too late, or has started, cannot be booked any more', () => {
  const withTag = (tag: string) => ({ hasTag: (each: string) => each === tag });
  expect(canStillBeBooked(withTag('paidLate'))).toBe(false);
  expect(canStillBeBooked(withTag('startPassed'))).toBe(false);
  expect(canStillBeBooked(withTag('busy'))).toBe(true);
});

test('there is a waiting list only for times that are taken, have not started, and lie in the opening hours', () => {
  const hours = Array.from({ length: 7 }, () => ({ start: 18, end: 36 }));
  const offer = (date: string, taken: readonly number[], start: number) =>
    wantedRange({ clock, room: { ...room, openingHours: hours }, date, taken }, { start, end: start + 2 });
  expect(offer(DATE, [], 20)).toEqual({
    isFree: true,
    nearest: [{ start: 20, end: 22 }],
    canWait: false,
  });
  expect(offer(DATE, [21], 20)).toEqual({
    isFree: false,
    nearest: [
      { start: 19, end: 21 },
      { start: 22, end: 24 },
    ],
    canWait: true,
  });
  expect(offer(DATE, [], 35)).toMatchObject({ isFree: false, canWait: false });
  expect(offer(TODAY, [20], 20)).toMatchObject({ isFree: false, canWait: false });
});
