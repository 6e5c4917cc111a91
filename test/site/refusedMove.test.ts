import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ErrorCode } from '../../contract/errors.ts';
import { Failure } from '../../machines/engine/failure.ts';
import { App } from '../../src/app/App.tsx';
import BookingPage from '../../src/checkout/BookingPage.tsx';
import { createStyles } from '../../src/ui/theme/styles.ts';
import { DATE, NOON, room } from '../fixtures/booking.ts';
import { memberDetails } from '../fixtures/member.ts';
import { liveSession, mockEffects, type RunningApp, startApp } from '../machines/startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Renders the checkout's page to HTML. */
function renderPage({ actor }: RunningApp): string {
  const children = createElement(
    StaticRouter,
    { location: '/meeting-room/booking' },
    createElement(BookingPage),
  );
  const props = { actor, hydrationActor: actor, styles: createStyles(), children };
  return renderToString(createElement(App, props));
}

/** After CONFIRM failed with an error code, for a move or for a new booking. */
async function pageAfterError(code: ErrorCode, status: number, isMove: boolean): Promise<string> {
  const effects = mockEffects();
  effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession(false) });
  effects.member.details.mockResolvedValue({ ...memberDetails, isMember: false });
  effects.bookings.createOrder.mockRejectedValue(new Failure(status, code, 'The server says why'));
  const app = await startApp(effects);
  const selection = { room, date: DATE, range: { start: 20, end: 23 } };
  const move = { ...selection, pendingMove: { bookingId: 'b-1', sequence: 0, difference: 10_000 } };
  app.flow('checkout').send({ type: 'checkout.started', selection: isMove ? move : selection });
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  await app.settle();
  expect(effects.bookings.createOrder).toHaveBeenCalledTimes(1);
  return renderPage(app);
}

test.each<[ErrorCode, number, string]>([
  ['terms-changed', 409, 'The price of this move has changed'],
  ['too-late-to-move', 409, 'It is too late to move this booking'],
  ['same-times', 409, 'Your booking already has these times'],
  ['called-off', 409, 'This booking is cancelled'],
  ['already-begun', 409, 'This booking has already started'],
  ['not-booked', 409, 'The booking could not be moved'],
  ['not-found', 404, 'The booking could not be moved'],
])(
  'a move that is refused with %s shows the reason and a link to the booking, and no CONFIRM',
  async (code, status, title) => {
    const page = await pageAfterError(code, status, true);
    expect(page).toContain(title);
    expect(page).toContain('href="/my-bookings/b-1"');
    expect(page).not.toContain('CONFIRM');
    expect(page.includes('href="/my-bookings/b-1/move"')).toBe(code === 'terms-changed');
  },
);

test('when the times of a move were taken, the page links to other times and says that the booking is unchanged', async () => {
  const page = await pageAfterError('slot-taken', 409, true);
  expect(page).toContain('Your booking is unchanged.');
  expect(page).toContain('href="/my-bookings/b-1/move"');
  expect(page).not.toContain('href="/meeting-room"');
});

test('a booking that is refused can be confirmed again', async () => {
  const page = await pageAfterError('too-many-requests', 429, false);
  expect(page).toContain('Too many attempts');
  expect(page).toContain('CONFIRM');
});
