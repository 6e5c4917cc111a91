import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '../../machines/failure.ts';
import { DATE, NOON, room } from '../fixtures/booking.ts';
import {
  liveSession,
  noPersistedState,
  order,
  quietEffects,
  type RunningApp,
  startApp,
  startBooking,
} from './startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const other = { room: { ...room, id: 2, room_name: 'Round Oak' }, date: DATE, range: { start: 30, end: 32 } };
const bookOther = (app: RunningApp) =>
  app.flow('checkout').send({ type: 'checkout.started', selection: other });
const state = (app: RunningApp) => app.flow('checkout').getSnapshot();

/** A guest whose order is being made. */
async function startOrder() {
  const effects = quietEffects();
  effects.member.details.mockResolvedValue({
    ...(await effects.member.details('user-1', new AbortController().signal)),
    is_membership: false,
  });
  let answer: (made: ReturnType<typeof order>) => void = () => undefined;
  effects.bookings.createOrder.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  const app = await startBooking(effects);
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  await app.settle();
  expect(state(app).value).toEqual({ card: 'creatingOrder' });
  return { app, effects, answer: () => answer(order()) };
}

test('Book now while an order is being made is kept, and begins no second payment', async () => {
  const { app, effects, answer } = await startOrder();
  bookOther(app);
  answer();
  await app.settle();
  expect(state(app).context['selection']).toMatchObject({ room: { id: 1 } });
  expect(state(app).context['next']).toEqual(other);
  expect(state(app).hasTag('paying')).toBe(true);
  expect(effects.bookings.createOrder).toHaveBeenCalledTimes(1);
  expect(effects.storage.saveCheckout).toHaveBeenLastCalledWith(
    expect.objectContaining({ bookingId: order().bookingId, next: other }),
  );
});

test('the kept selection is reviewed as soon as the running payment is cancelled', async () => {
  const { app, answer } = await startOrder();
  bookOther(app);
  answer();
  await app.settle();
  app.gateway({ type: 'gateway.dismissed' });
  await app.settle();
  expect(state(app).value).toBe('reviewing');
  expect(state(app).context).toMatchObject({ selection: other, next: null, bookingId: null });
});

test('the kept selection waits to be reviewed after the running booking is made', async () => {
  const { app, answer } = await startOrder();
  bookOther(app);
  answer();
  await app.settle();
  app.gateway({
    type: 'gateway.paid',
    proof: { orderId: 'order_1', paymentId: 'pay_1', signature: 'signature' },
  });
  await app.settle();
  expect(app.visited.at(-1)).toBe('/my-bookings');
  expect(state(app).value).toBe('reviewing');
  expect(state(app).context).toMatchObject({ selection: other, next: null });
});

test('a second press for what is being booked already asks for nothing more', async () => {
  const { app } = await startOrder();
  app.flow('checkout').send({
    type: 'checkout.started',
    selection: { room, date: DATE, range: { start: 20, end: 23 } },
  });
  expect(state(app).context['next']).toBeNull();
});

test('what was refused of the running booking is not said about the kept selection', async () => {
  const effects = quietEffects();
  let refuse: (failure: Failure) => void = () => undefined;
  effects.bookings.bookWithPoints.mockImplementation(() => new Promise((_, reject) => (refuse = reject)));
  const app = await startBooking(effects);
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  await app.settle();
  bookOther(app);
  refuse(new Failure(422, 'not-enough-points'));
  await app.settle();
  expect(state(app).value).toBe('reviewing');
  expect(state(app).context).toMatchObject({ selection: other, next: null, failure: null });
});

test('slots that someone else took are said to be lost before the kept selection is reviewed', async () => {
  const effects = quietEffects();
  let refuse: (failure: Failure) => void = () => undefined;
  effects.bookings.bookWithPoints.mockImplementation(() => new Promise((_, reject) => (refuse = reject)));
  const app = await startBooking(effects);
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  await app.settle();
  bookOther(app);
  refuse(new Failure(409, 'slot-taken'));
  await app.settle();
  expect(state(app).value).toBe('slotsLost');
  app.flow('checkout').send({ type: 'checkout.left' });
  expect(state(app).value).toBe('reviewing');
  expect(state(app).context).toMatchObject({ selection: other, next: null });
});

test('after a reload the running payment is settled before the kept selection is reviewed', async () => {
  const effects = quietEffects();
  const selection = { room, date: DATE, range: { start: 20, end: 23 } };
  effects.storage.load.mockReturnValue({
    ...noPersistedState,
    checkout: { selection, bookingId: 'booking-1', next: other },
  });
  effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession(false) });
  let found: (answer: { status: 'held' }) => void = () => undefined;
  effects.bookings.fetchPaymentStatus.mockReturnValue(new Promise((resolve) => (found = resolve)));
  const app = await startApp(effects);
  expect(state(app).value).toEqual({ card: 'resuming' });
  expect(state(app).context).toMatchObject({ selection, next: other });
  found({ status: 'held' });
  await app.settle();
  expect(state(app).value).toBe('reviewing');
  expect(state(app).context).toMatchObject({ selection: other, next: null, bookingId: null });
});

describe('while the bank has not answered', () => {
  const pending = { status: 'pending', since: NOON - 60_000, until: NOON + 1_200_000 } as const;

  /** A guest left the provider's checkout while a UPI request lives, and pressed Book now for another room. */
  async function waitAndBookOther() {
    const { app, effects, answer } = await startOrder();
    effects.bookings.releaseHold.mockResolvedValueOnce(pending);
    effects.bookings.fetchPaymentStatus.mockResolvedValue(pending);
    answer();
    await app.settle();
    app.gateway({ type: 'gateway.dismissed' });
    await app.settle();
    bookOther(app);
    await app.settle(60_000);
    return { app, effects };
  }

  test('Book now is kept, and the wait goes on', async () => {
    const { app, effects } = await waitAndBookOther();
    expect(state(app).hasTag('waiting')).toBe(true);
    expect(state(app).context).toMatchObject({ bookingId: order().bookingId, next: other, pending });
    expect(effects.bookings.createOrder).toHaveBeenCalledTimes(1);
    expect(effects.storage.saveCheckout).toHaveBeenLastCalledWith(
      expect.objectContaining({ bookingId: order().bookingId, next: other }),
    );
  });

  test('who stops waiting reviews the kept selection', async () => {
    const { app, effects } = await waitAndBookOther();
    app.flow('checkout').send({ type: 'checkout.waitCancelled' });
    await app.settle();
    expect(effects.bookings.releaseHold).toHaveBeenLastCalledWith(order().bookingId, true);
    expect(app.toasts()).toEqual(['info: Payment process was cancelled.']);
    expect(state(app).value).toBe('reviewing');
    expect(state(app).context).toMatchObject({ selection: other, next: null, bookingId: null });
  });

  test('a payment that the bank approves is a booking, and the kept selection is reviewed', async () => {
    const { app, effects } = await waitAndBookOther();
    effects.bookings.fetchPaymentStatus.mockResolvedValue({ status: 'confirmed' });
    await app.settle(4000);
    expect(app.visited.at(-1)).toBe('/my-bookings');
    expect(state(app).value).toBe('reviewing');
    expect(state(app).context).toMatchObject({ selection: other, next: null, pending: null });
  });
});
