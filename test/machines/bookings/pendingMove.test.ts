import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../../machines/engine/failure.ts';
import { NOON } from '../../fixtures/booking.ts';
import { bookedHour, movingHour } from '../../fixtures/bookingDetails.ts';
import { mockEffects, type MockEffects, startApp } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const moveId = movingHour.pendingMove?.bookingId ?? '';

/** Drops the pending move of a booking twice and returns the toasts. `mockRelease` sets the result of the release. */
async function dropMoveTwice(
  mockRelease: (mock: MockEffects['bookings']['releaseHold']) => unknown,
): Promise<string[]> {
  const effects = mockEffects();
  effects.booking.details.mockResolvedValue(movingHour);
  mockRelease(effects.bookings.releaseHold);
  const app = await startApp(effects);
  app.flow('booking').send({ type: 'resource.used', key: movingHour.id });
  await app.settle();
  effects.booking.details.mockClear();
  app.flow('pendingMove').send({ type: 'pendingMove.dropped', moveId });
  app.flow('pendingMove').send({ type: 'pendingMove.dropped', moveId });
  await app.settle();
  expect(effects.bookings.releaseHold.mock.calls).toEqual([[moveId, true]]);
  expect(effects.booking.details).toHaveBeenCalledTimes(1);
  return app.toasts();
}

test('a move is dropped once, and the booking is loaded again', async () => {
  expect(await dropMoveTwice((release) => release)).toEqual([
    'success: The move has been dropped. Your booking is unchanged.',
  ]);
});

test('a move that was paid in the meantime is made, and one with a pending payment is not dropped', async () => {
  expect(await dropMoveTwice((release) => release.mockResolvedValue({ status: 'confirmed' }))).toEqual([
    'success: The move has been paid: your booking has been moved.',
  ]);
  expect(
    await dropMoveTwice((release) => release.mockResolvedValue({ status: 'pending', since: 0, until: 0 })),
  ).toEqual(['info: Your bank is completing the payment. The result appears here.']);
});

test('a late payment is reported as refunded, and after any other failure nothing has changed', async () => {
  expect(await dropMoveTwice((release) => release.mockRejectedValue(new Failure(410, 'hold-over')))).toEqual([
    'info: Your payment arrived too late for the move. It will be refunded.',
  ]);
  expect(await dropMoveTwice((release) => release.mockRejectedValue(new Failure(404, 'not-found')))).toEqual([
    'error: The move could not be dropped. Nothing has changed; please try again.',
  ]);
});

test('a booking with an pending move is loaded again every five seconds, until it has none', async () => {
  const effects = mockEffects();
  effects.booking.details.mockResolvedValue(movingHour);
  const app = await startApp(effects);
  app.flow('booking').send({ type: 'resource.used', key: movingHour.id });
  await app.settle(5_000);
  expect(effects.booking.details).toHaveBeenCalledTimes(2);
  effects.booking.details.mockResolvedValue(bookedHour);
  await app.settle(5_000);
  await app.settle(60_000);
  expect(effects.booking.details).toHaveBeenCalledTimes(3);
});

test('an unpaid move is continued with its times', async () => {
  const app = await startApp();
  app.flow('move').send({ type: 'move.opened', booking: movingHour });
  await app.settle();
  expect(app.flow('move').getSnapshot().context).toMatchObject({ roomId: 1, start: 22, end: 25 });
});
