import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DATE, NOON, order, quietEffects, room, type RunningApp, startBooking } from './startApp.ts';

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
  expect(effects.memory.keepCheckout).toHaveBeenLastCalledWith(
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
