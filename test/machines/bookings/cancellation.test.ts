import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../../machines/engine/failure.ts';
import { NOON } from '../../fixtures/booking.ts';
import { card, cancelTerms } from '../../fixtures/bookingDetails.ts';
import { mockEffects, type RunningApp, startApp } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const cancellation = (app: RunningApp) => app.flow('cancellation');
const snapshotOf = (app: RunningApp) => cancellation(app).getSnapshot();

async function openCancellation(effects = mockEffects()): Promise<RunningApp> {
  const app = await startApp(effects);
  app.flow('booking').send({ type: 'resource.used', key: 'booking-1' });
  app.flow('bookings').send({ type: 'resource.used' });
  app.flow('member').send({ type: 'resource.used', key: 'user-1' });
  cancellation(app).send({ type: 'cancellation.opened', bookingId: 'booking-1' });
  await app.settle();
  return app;
}

test('a booking is cancelled with the shown refund, and all data with the booking is loaded again', async () => {
  const app = await openCancellation();
  expect(snapshotOf(app).context['terms']).toEqual(cancelTerms);
  cancellation(app).send({ type: 'cancellation.requested' });
  expect(app.effects.cancellation.cancel).not.toHaveBeenCalled();
  cancellation(app).send({ type: 'cancellation.confirmed' });
  await app.settle();
  expect(app.effects.cancellation.cancel).toHaveBeenCalledExactlyOnceWith('booking-1', card(88_500));
  expect(snapshotOf(app).value).toBe('cancelled');
  expect(app.toasts()).toEqual(['success: Your booking has been cancelled.']);
  expect(app.effects.booking.details).toHaveBeenCalledTimes(2);
  expect(app.effects.bookings.loadPages).toHaveBeenCalledTimes(2);
  expect(app.effects.member.details).toHaveBeenCalledTimes(2);
});

test('a second press while the booking is being cancelled does nothing', async () => {
  const app = await openCancellation();
  cancellation(app).send({ type: 'cancellation.requested' });
  cancellation(app).send({ type: 'cancellation.confirmed' });
  cancellation(app).send({ type: 'cancellation.confirmed' });
  cancellation(app).send({ type: 'cancellation.dismissed' });
  await app.settle();
  expect(app.effects.cancellation.cancel).toHaveBeenCalledTimes(1);
  expect(snapshotOf(app).value).toBe('cancelled');
});

test('when the refund is lower than shown, the confirmation stays open with the new amount', async () => {
  const effects = mockEffects();
  const reducedTerms = { ...cancelTerms, percent: 50, refund: card(44_250) };
  effects.cancellation.cancel.mockRejectedValueOnce(
    new Failure(409, 'terms-changed', '', { terms: reducedTerms }),
  );
  const app = await openCancellation(effects);
  cancellation(app).send({ type: 'cancellation.requested' });
  cancellation(app).send({ type: 'cancellation.confirmed' });
  await app.settle();
  expect(snapshotOf(app).value).toBe('confirming');
  expect(snapshotOf(app).context).toMatchObject({ terms: reducedTerms, haveTermsChanged: true });
  cancellation(app).send({ type: 'cancellation.confirmed' });
  await app.settle();
  expect(effects.cancellation.cancel).toHaveBeenLastCalledWith('booking-1', card(44_250));
  expect(snapshotOf(app).value).toBe('cancelled');
});

test('after a lost response the call is retried with the same amount', async () => {
  const effects = mockEffects();
  effects.cancellation.cancel.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  const app = await openCancellation(effects);
  cancellation(app).send({ type: 'cancellation.requested' });
  cancellation(app).send({ type: 'cancellation.confirmed' });
  await app.settle(2_000);
  expect(effects.cancellation.cancel.mock.calls).toEqual([
    ['booking-1', card(88_500)],
    ['booking-1', card(88_500)],
  ]);
  expect(snapshotOf(app).value).toBe('cancelled');
});

test('a booking that has started cannot be cancelled, and the server’s reason is shown', async () => {
  const effects = mockEffects();
  effects.cancellation.terms.mockRejectedValue(new Failure(409, 'already-begun', 'The booking has begun'));
  const app = await openCancellation(effects);
  expect(snapshotOf(app).value).toBe('refused');
  expect(snapshotOf(app).context['failure']).toMatchObject({ message: 'The booking has begun' });
  expect(snapshotOf(app).can({ type: 'cancellation.requested' })).toBe(false);
});

test.each([403, 404])('a booking that is not the caller’s (%s) cannot be cancelled', async (status) => {
  const effects = mockEffects();
  effects.cancellation.terms.mockRejectedValue(new Failure(status, 'not-found'));
  expect(snapshotOf(await openCancellation(effects)).value).toBe('refused');
});

test('the shown refund is loaded again every five minutes', async () => {
  const app = await openCancellation();
  await app.settle(5 * 60_000 - 1);
  expect(app.effects.cancellation.terms).toHaveBeenCalledTimes(1);
  await app.settle(1);
  expect(app.effects.cancellation.terms).toHaveBeenCalledTimes(2);
});

test('leaving the page while the booking is being cancelled loads the lists again', async () => {
  const effects = mockEffects();
  effects.cancellation.cancel.mockReturnValue(new Promise(() => undefined));
  const app = await openCancellation(effects);
  cancellation(app).send({ type: 'cancellation.requested' });
  cancellation(app).send({ type: 'cancellation.confirmed' });
  await app.settle();
  cancellation(app).send({ type: 'cancellation.closed' });
  await app.settle();
  expect(snapshotOf(app).value).toBe('closed');
  expect(effects.bookings.loadPages).toHaveBeenCalledTimes(2);
});
