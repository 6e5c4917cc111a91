import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BOOKING_PATH } from '../../../machines/engine/navigation.ts';
import { NOON } from '../../fixtures/booking.ts';
import { type RunningApp, startApp, startBooking } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const recordNavigations = (app: RunningApp): object[] => {
  const navigations: object[] = [];
  app.actor.system.get('navigation').on('navigated', (navigation: object) => navigations.push(navigation));
  return navigations;
};

test('after a booking My bookings replaces the booking screen in the history, so that Back does not lead to an empty screen', async () => {
  const app = await startBooking();
  app.flow('navigation').send({ type: 'navigation.arrived', path: BOOKING_PATH });
  const navigations = recordNavigations(app);
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  await app.settle();
  expect(navigations).toEqual([{ type: 'navigated', path: '/my-bookings', replaces: true }]);
});

test('a second request for the same page is ignored, because it comes from a double click', async () => {
  const app = await startApp();
  app.flow('navigation').send({ type: 'navigation.arrived', path: '/meeting-room' });
  const navigations = recordNavigations(app);
  app.flow('navigation').send({ type: 'navigation.go', path: BOOKING_PATH });
  app.flow('navigation').send({ type: 'navigation.go', path: BOOKING_PATH });
  expect(navigations).toHaveLength(1);
  app.flow('navigation').send({ type: 'navigation.arrived', path: BOOKING_PATH });
  app.flow('navigation').send({ type: 'navigation.arrived', path: '/meeting-room' });
  app.flow('navigation').send({ type: 'navigation.go', path: BOOKING_PATH });
  expect(navigations).toHaveLength(2);
});

test('navigation from any other page adds a history entry', async () => {
  const app = await startApp();
  app.flow('navigation').send({ type: 'navigation.arrived', path: '/meeting-room' });
  const navigations = recordNavigations(app);
  app.flow('navigation').send({ type: 'navigation.go', path: BOOKING_PATH });
  expect(navigations).toEqual([{ type: 'navigated', path: BOOKING_PATH, replaces: false }]);
});
