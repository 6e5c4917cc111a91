import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { App } from '../../src/app/App.tsx';
import { Failure } from '../../machines/engine/failure.ts';
import BookingPage from '../../src/checkout/BookingPage.tsx';
import { createStyles } from '../../src/ui/theme/styles.ts';
import { NOON } from '../fixtures/booking.ts';
import { memberDetails } from '../fixtures/member.ts';
import { liveSession, mockEffects, type RunningApp, startApp, startBooking } from '../machines/startApp.ts';

/* What the booking page shows from CONFIRM until My bookings is loaded: it is never empty. */

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

function textOf({ actor }: RunningApp): string {
  const children = createElement(
    StaticRouter,
    { location: '/meeting-room/booking' },
    createElement(BookingPage),
  );
  const props = { actor, hydrationActor: actor, styles: createStyles(), children };
  return renderToString(createElement(App, props)).replaceAll(/<style.*?<\/style>|<[^>]*>/gs, ' ');
}

test('each step after CONFIRM is named, and after the booking My bookings is opening, not “no room selected”', async () => {
  const effects = mockEffects();
  let isBooked: () => void = () => undefined;
  effects.bookings.bookWithPoints.mockReturnValue(new Promise((resolve) => (isBooked = resolve)));
  const app = await startBooking(effects);
  app.flow('navigation').send({ type: 'navigation.arrived', path: '/meeting-room/booking', query: '' });
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  expect(textOf(app)).toContain('Checking your Lit points…');
  await app.settle();
  expect(textOf(app)).toContain('Booking with your Lit points…');
  isBooked();
  await app.settle();
  expect(app.visited).toContain('/my-bookings');
  const text = textOf(app);
  expect(text).toContain('Opening your bookings…');
  expect(text).not.toContain('No room selected yet');
});

test('after a payment that came too late nothing about the booking can be chosen, and no terms of it are shown', async () => {
  const effects = mockEffects();
  effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession(false) });
  effects.member.details.mockResolvedValue({ ...memberDetails, isMember: false });
  effects.bookings.releaseHold.mockRejectedValue(new Failure(410, 'hold-over'));
  const app = await startBooking(effects, false);
  const optional = ['Your visit (optional)', 'If you cancel'];
  for (const part of optional) expect(textOf(app)).toContain(part);
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  await app.settle();
  app.emitGatewayEvent({ type: 'gateway.dismissed' });
  await app.settle();
  const text = textOf(app);
  expect(text).toContain('We are refunding the full amount');
  for (const part of optional) expect(text).not.toContain(part);
});

test('where points are named, a visitor who is no member reads how to become one', async () => {
  const text = textOf(await startBooking(mockEffects(), false));
  expect(text).toContain('1 Lit point');
  expect(text).toMatch(/To become a member,\s+write to us/);
});

test('without a booking the page says that no room is selected', async () => {
  const app = await startApp();
  app.flow('navigation').send({ type: 'navigation.arrived', path: '/meeting-room/booking', query: '' });
  expect(textOf(app)).toContain('No room selected yet');
});
