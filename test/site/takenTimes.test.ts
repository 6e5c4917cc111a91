import { createElement, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../machines/engine/failure.ts';
import { App } from '../../src/app/App.tsx';
import { CheckoutNotice } from '../../src/checkout/payment/CheckoutNotice.tsx';
import { createStyles } from '../../src/ui/theme/styles.ts';
import AlternativesPanel from '../../src/bookings/waitingList/AlternativesPanel.tsx';
import { DATE, NOON, otherRoom, room } from '../fixtures/booking.ts';
import { memberDetails } from '../fixtures/member.ts';
import { liveSession, mockEffects, type RunningApp, startApp } from '../machines/startApp.ts';

/* The notice of the checkout when other bookings have taken the chosen times, and what it offers instead. */

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Of a component in a running app. */
function textOf({ actor }: RunningApp, Component: ComponentType): string {
  const children = createElement(
    StaticRouter,
    { location: '/meeting-room/booking' },
    createElement(Component),
  );
  const props = { actor, hydrationActor: actor, styles: createStyles(), children };
  return renderToString(createElement(App, props)).replaceAll(/<style.*?<\/style>|<[^>]*>/gs, ' ');
}

const times = [{ start: 28, end: 31 }];

/** An app in which CONFIRM of 10:00–11:30 found these slots taken. */
async function refusedApp(taken: readonly number[]): Promise<RunningApp> {
  const effects = mockEffects();
  effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession(false) });
  effects.member.details.mockResolvedValue({ ...memberDetails, isMember: false });
  effects.bookings.createOrder.mockRejectedValue(
    new Failure(409, 'slot-taken', '', { taken: [...taken], alternatives: { times, rooms: [otherRoom] } }),
  );
  const app = await startApp(effects);
  app.flow('checkout').send({
    type: 'checkout.started',
    selection: { room, date: DATE, range: { start: 20, end: 23 } },
  });
  app.flow('checkout').send({ type: 'checkout.confirmed' });
  await app.settle();
  return app;
}

test('times that are taken altogether have a notice, the nearest other times and rooms, and the waiting list', async () => {
  const app = await refusedApp([20, 21, 22]);
  const notice = textOf(app, CheckoutNotice);
  expect(notice).toContain('Someone else has just taken these times');
  expect(notice).toContain('Nothing was charged. Choose something else here: your search is unchanged.');
  const offers = textOf(app, AlternativesPanel);
  expect(offers).toContain('2:00–3:30 PM');
  expect(offers).toContain(otherRoom.roomName);
  expect(offers).toContain('Tell me if it becomes free');
});

test('times of which some are left say which, and that CONFIRM books the rest', async () => {
  const notice = textOf(await refusedApp([22]), CheckoutNotice);
  expect(notice).toContain('Someone else has just taken some of these times');
  expect(notice).toMatch(/11:00–11:30 AM is no longer free.* 10:00–11:00 AM is still chosen\./);
  expect(notice).toContain('Press CONFIRM to book the remaining time');
});

test('an alternative that is chosen is what the checkout shows next, without the notice', async () => {
  const app = await refusedApp([20, 21, 22]);
  app.flow('checkout').send({
    type: 'checkout.started',
    selection: { room, date: DATE, range: { start: 28, end: 31 } },
  });
  expect(textOf(app, CheckoutNotice).trim()).toBe('');
});
