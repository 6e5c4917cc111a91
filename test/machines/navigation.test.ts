import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BOOKING_PATH } from '../../machines/navigation.ts';
import { NOON } from '../fixtures/booking.ts';
import { type RunningApp, startApp, startBooking } from './startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const wishesOf = (app: RunningApp): object[] => {
  const wishes: object[] = [];
  app.actor.system.get('navigation').on('navigated', (wish: object) => wishes.push(wish));
  return wishes;
};

test('a booking that is made takes the place of its screen, so that Back does not lead to an empty one', async () => {
  const app = await startBooking();
  app.flow('navigation').send({ type: 'navigation.arrived', path: BOOKING_PATH });
  const wishes = wishesOf(app);
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  await app.settle();
  expect(wishes).toEqual([{ type: 'navigated', path: '/my-bookings', replaces: true }]);
});

test('a second wish for the same page is the second press of a double click', async () => {
  const app = await startApp();
  app.flow('navigation').send({ type: 'navigation.arrived', path: '/meeting-room' });
  const wishes = wishesOf(app);
  app.flow('navigation').send({ type: 'navigation.go', path: BOOKING_PATH });
  app.flow('navigation').send({ type: 'navigation.go', path: BOOKING_PATH });
  expect(wishes).toHaveLength(1);
  app.flow('navigation').send({ type: 'navigation.arrived', path: BOOKING_PATH });
  app.flow('navigation').send({ type: 'navigation.arrived', path: '/meeting-room' });
  app.flow('navigation').send({ type: 'navigation.go', path: BOOKING_PATH });
  expect(wishes).toHaveLength(2);
});

test('from any other page Back leads to where one was', async () => {
  const app = await startApp();
  app.flow('navigation').send({ type: 'navigation.arrived', path: '/meeting-room' });
  const wishes = wishesOf(app);
  app.flow('navigation').send({ type: 'navigation.go', path: BOOKING_PATH });
  expect(wishes).toEqual([{ type: 'navigated', path: BOOKING_PATH, replaces: false }]);
});
