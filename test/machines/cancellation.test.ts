import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../machines/failure.ts';
import { NOON } from '../fixtures/booking.ts';
import { cancelTerms } from '../fixtures/bookingDetails.ts';
import { quietEffects, type RunningApp, startApp } from './startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const cancellation = (app: RunningApp) => app.flow('cancellation');
const shown = (app: RunningApp) => cancellation(app).getSnapshot();

async function opened(effects = quietEffects()): Promise<RunningApp> {
  const app = await startApp(effects);
  app.flow('booking').send({ type: 'resource.used', key: 'booking-1' });
  app.flow('bookings').send({ type: 'resource.used' });
  app.flow('member').send({ type: 'resource.used', key: 'user-1' });
  cancellation(app).send({ type: 'cancellation.opened', bookingId: 'booking-1' });
  await app.settle();
  return app;
}

test('a booking is cancelled with the amount that was shown, and everything that shows it is loaded again', async () => {
  const app = await opened();
  expect(shown(app).context['terms']).toEqual(cancelTerms);
  cancellation(app).send({ type: 'cancellation.requested' });
  expect(app.effects.cancellation.cancel).not.toHaveBeenCalled();
  cancellation(app).send({ type: 'cancellation.confirmed' });
  await app.settle();
  expect(app.effects.cancellation.cancel).toHaveBeenCalledExactlyOnceWith('booking-1', '885.00');
  expect(shown(app).value).toBe('cancelled');
  expect(app.toasts()).toEqual(['success: Your booking has been cancelled.']);
  expect(app.effects.booking.details).toHaveBeenCalledTimes(2);
  expect(app.effects.bookings.list).toHaveBeenCalledTimes(2);
  expect(app.effects.member.details).toHaveBeenCalledTimes(2);
});

test('a second press while the booking is being cancelled does nothing', async () => {
  const app = await opened();
  cancellation(app).send({ type: 'cancellation.requested' });
  cancellation(app).send({ type: 'cancellation.confirmed' });
  cancellation(app).send({ type: 'cancellation.confirmed' });
  cancellation(app).send({ type: 'cancellation.dismissed' });
  await app.settle();
  expect(app.effects.cancellation.cancel).toHaveBeenCalledTimes(1);
  expect(shown(app).value).toBe('cancelled');
});

test('when less comes back than was shown, the question stays open with the new amount', async () => {
  const effects = quietEffects();
  const less = { ...cancelTerms, percent: 50, refund: '442.50' };
  effects.cancellation.cancel.mockRejectedValueOnce(new Failure(409, 'terms-changed', '', { terms: less }));
  const app = await opened(effects);
  cancellation(app).send({ type: 'cancellation.requested' });
  cancellation(app).send({ type: 'cancellation.confirmed' });
  await app.settle();
  expect(shown(app).value).toBe('confirming');
  expect(shown(app).context).toMatchObject({ terms: less, haveTermsChanged: true });
  cancellation(app).send({ type: 'cancellation.confirmed' });
  await app.settle();
  expect(effects.cancellation.cancel).toHaveBeenLastCalledWith('booking-1', '442.50');
  expect(shown(app).value).toBe('cancelled');
});

test('a lost answer is asked for again, and the same amount is confirmed', async () => {
  const effects = quietEffects();
  effects.cancellation.cancel.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  const app = await opened(effects);
  cancellation(app).send({ type: 'cancellation.requested' });
  cancellation(app).send({ type: 'cancellation.confirmed' });
  await app.settle(2_000);
  expect(effects.cancellation.cancel.mock.calls).toEqual([
    ['booking-1', '885.00'],
    ['booking-1', '885.00'],
  ]);
  expect(shown(app).value).toBe('cancelled');
});

test('a booking that has begun is not offered any more, and the server says why', async () => {
  const effects = quietEffects();
  effects.cancellation.terms.mockRejectedValue(new Failure(409, 'already-begun', 'The booking has begun'));
  const app = await opened(effects);
  expect(shown(app).value).toBe('refused');
  expect(shown(app).context['failure']).toMatchObject({ message: 'The booking has begun' });
  expect(shown(app).can({ type: 'cancellation.requested' })).toBe(false);
});

test('what comes back is loaded again every five minutes while it is shown', async () => {
  const app = await opened();
  await app.settle(5 * 60_000 - 1);
  expect(app.effects.cancellation.terms).toHaveBeenCalledTimes(1);
  await app.settle(1);
  expect(app.effects.cancellation.terms).toHaveBeenCalledTimes(2);
});

test('leaving the page while the booking is being cancelled loads the lists again', async () => {
  const effects = quietEffects();
  effects.cancellation.cancel.mockReturnValue(new Promise(() => undefined));
  const app = await opened(effects);
  cancellation(app).send({ type: 'cancellation.requested' });
  cancellation(app).send({ type: 'cancellation.confirmed' });
  await app.settle();
  cancellation(app).send({ type: 'cancellation.closed' });
  await app.settle();
  expect(shown(app).value).toBe('closed');
  expect(effects.bookings.list).toHaveBeenCalledTimes(2);
});
