import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addDays } from '../../../domain/time/calendar.ts';
import type { BookingSelection, SeriesDate } from '../../../machines/checkout/events.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { DATE, NOON, otherRoom, room } from '../../fixtures/booking.ts';
import {
  liveSession,
  noPersistedState,
  order,
  mockEffects,
  type RunningApp,
  startApp,
  startBooking,
} from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const otherSelection = {
  room: { ...room, id: 2, roomName: 'Round Oak' },
  date: DATE,
  range: { start: 30, end: 32 },
};
const bookOther = (app: RunningApp) =>
  app.flow('checkout').send({ type: 'checkout.started', selection: otherSelection });
const state = (app: RunningApp) => app.flow('checkout').getSnapshot();

/** Starts the system with a guest whose payment order is being created, for the usual selection or for the given one. */
async function startOrder(selection?: BookingSelection) {
  const effects = mockEffects();
  effects.member.details.mockResolvedValue({
    ...(await effects.member.details('user-1', new AbortController().signal)),
    isMember: false,
  });
  let createOrder: (created: ReturnType<typeof order>) => void = () => undefined;
  effects.bookings.createOrder.mockImplementation(() => new Promise((resolve) => (createOrder = resolve)));
  const app = await startBooking(effects);
  if (selection) app.flow('checkout').send({ type: 'checkout.started', selection });
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  await app.settle();
  expect(state(app).value).toEqual({ card: 'creatingOrder' });
  return { app, effects, resolveOrder: () => createOrder(order()) };
}

test('Book now during the creation of an order keeps the selection and starts no second payment', async () => {
  const { app, effects, resolveOrder } = await startOrder();
  bookOther(app);
  resolveOrder();
  await app.settle();
  expect(state(app).context['selection']).toMatchObject({ room: { id: 1 } });
  expect(state(app).context['next']).toEqual(otherSelection);
  expect(state(app).hasTag('paying')).toBe(true);
  expect(effects.bookings.createOrder).toHaveBeenCalledTimes(1);
  expect(effects.storage.saveCheckout).toHaveBeenLastCalledWith(
    expect.objectContaining({ bookingId: order().bookingId, next: otherSelection }),
  );
});

test('the kept selection is reviewed when the running payment is cancelled', async () => {
  const { app, resolveOrder } = await startOrder();
  bookOther(app);
  resolveOrder();
  await app.settle();
  app.emitGatewayEvent({ type: 'gateway.dismissed' });
  await app.settle();
  expect(state(app).value).toBe('reviewing');
  expect(state(app).context).toMatchObject({ selection: otherSelection, next: null, bookingId: null });
});

test('the kept selection is reviewed after the running booking is confirmed', async () => {
  const { app, resolveOrder } = await startOrder();
  bookOther(app);
  resolveOrder();
  await app.settle();
  app.emitGatewayEvent({
    type: 'gateway.paid',
    proof: { orderId: 'order_1', paymentId: 'pay_1', signature: 'signature' },
  });
  await app.settle();
  expect(app.visited.at(-1)).toBe('/my-bookings');
  expect(state(app).value).toBe('reviewing');
  expect(state(app).context).toMatchObject({ selection: otherSelection, next: null });
});

test('a second press for the same selection is ignored', async () => {
  const { app } = await startOrder();
  app.flow('checkout').send({
    type: 'checkout.started',
    selection: { room, date: DATE, range: { start: 20, end: 23 } },
  });
  expect(state(app).context['next']).toBeNull();
});

describe('Book now for a series while an order for a series is created', () => {
  const first = { room, date: DATE, range: { start: 20, end: 22 } };
  const second = { ...first, date: addDays(DATE, 7) };
  const seriesWith = (...dates: SeriesDate[]): BookingSelection => ({
    ...first,
    series: { every: 1, dates },
  });

  test('is ignored when all dates are the same', async () => {
    const { app } = await startOrder(seriesWith(first, second));
    const selection = seriesWith({ ...first }, { ...second });
    app.flow('checkout').send({ type: 'checkout.started', selection });
    expect(state(app).context['next']).toBeNull();
  });

  test.each<[string, SeriesDate]>([
    ['room', { ...second, room: otherRoom }],
    ['date', { ...second, date: addDays(DATE, 14) }],
    ['start', { ...second, range: { start: 19, end: 22 } }],
    ['end', { ...second, range: { start: 20, end: 23 } }],
  ])('keeps the selection when the %s of one date differs', async (_, changed) => {
    const { app } = await startOrder(seriesWith(first, second));
    const selection = seriesWith(first, changed);
    app.flow('checkout').send({ type: 'checkout.started', selection });
    expect(state(app).context['next']).toEqual(selection);
  });

  test.each([
    ['one date less', seriesWith(first)],
    ['one date more', seriesWith(first, second, { ...first, date: addDays(DATE, 14) })],
  ])('keeps the selection when it has %s', async (_, selection) => {
    const { app } = await startOrder(seriesWith(first, second));
    app.flow('checkout').send({ type: 'checkout.started', selection });
    expect(state(app).context['next']).toEqual(selection);
  });
});

test('the failure of the running booking is not shown for the kept selection', async () => {
  const effects = mockEffects();
  let refuse: (failure: Failure) => void = () => undefined;
  effects.bookings.bookWithPoints.mockImplementation(() => new Promise((_, reject) => (refuse = reject)));
  const app = await startBooking(effects);
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  await app.settle();
  bookOther(app);
  refuse(new Failure(422, 'not-enough-points'));
  await app.settle();
  expect(state(app).value).toBe('reviewing');
  expect(state(app).context).toMatchObject({ selection: otherSelection, next: null, failure: null });
});

test('lost slots of the running booking are shown before the kept selection is reviewed', async () => {
  const effects = mockEffects();
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
  expect(state(app).context).toMatchObject({ selection: otherSelection, next: null });
});

test('after a reload the running payment is settled before the kept selection is reviewed', async () => {
  const effects = mockEffects();
  const selection = { room, date: DATE, range: { start: 20, end: 23 } };
  effects.storage.load.mockReturnValue({
    ...noPersistedState,
    checkout: { selection, bookingId: 'booking-1', next: otherSelection },
  });
  effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession(false) });
  let resolveStatus: (answer: { status: 'held' }) => void = () => undefined;
  effects.bookings.fetchPaymentStatus.mockReturnValue(new Promise((resolve) => (resolveStatus = resolve)));
  const app = await startApp(effects);
  expect(state(app).value).toEqual({ card: 'resuming' });
  expect(state(app).context).toMatchObject({ selection, next: otherSelection });
  resolveStatus({ status: 'held' });
  await app.settle();
  expect(state(app).value).toBe('reviewing');
  expect(state(app).context).toMatchObject({ selection: otherSelection, next: null, bookingId: null });
});

describe('while the bank has not decided', () => {
  const pending = { status: 'pending', since: NOON - 60_000, until: NOON + 1_200_000 } as const;

  /** A guest has left the provider's checkout while a UPI request is pending, and pressed Book now for another room. */
  async function waitAndBookOther() {
    const { app, effects, resolveOrder } = await startOrder();
    effects.bookings.releaseHold.mockResolvedValueOnce(pending);
    effects.bookings.fetchPaymentStatus.mockResolvedValue(pending);
    resolveOrder();
    await app.settle();
    app.emitGatewayEvent({ type: 'gateway.dismissed' });
    await app.settle();
    bookOther(app);
    await app.settle(60_000);
    return { app, effects };
  }

  test('the selection of Book now is kept, and the wait continues', async () => {
    const { app, effects } = await waitAndBookOther();
    expect(state(app).hasTag('waiting')).toBe(true);
    expect(state(app).context).toMatchObject({ bookingId: order().bookingId, next: otherSelection, pending });
    expect(effects.bookings.createOrder).toHaveBeenCalledTimes(1);
    expect(effects.storage.saveCheckout).toHaveBeenLastCalledWith(
      expect.objectContaining({ bookingId: order().bookingId, next: otherSelection }),
    );
  });

  test('a visitor who stops waiting reviews the kept selection', async () => {
    const { app, effects } = await waitAndBookOther();
    app.flow('checkout').send({ type: 'checkout.waitCancelled' });
    await app.settle();
    expect(effects.bookings.releaseHold).toHaveBeenLastCalledWith(order().bookingId, true);
    expect(app.toasts()).toEqual(['info: Payment process was cancelled.']);
    expect(state(app).value).toBe('reviewing');
    expect(state(app).context).toMatchObject({ selection: otherSelection, next: null, bookingId: null });
  });

  test('a payment that the bank approves becomes a booking, and the kept selection is reviewed', async () => {
    const { app, effects } = await waitAndBookOther();
    effects.bookings.fetchPaymentStatus.mockResolvedValue({ status: 'confirmed' });
    await app.settle(4000);
    expect(app.visited.at(-1)).toBe('/my-bookings');
    expect(state(app).value).toBe('reviewing');
    expect(state(app).context).toMatchObject({ selection: otherSelection, next: null, pending: null });
  });
});
