import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { App } from '../../src/app/App.tsx';
import { ConfirmPanel } from '../../src/checkout/review/ConfirmPanel.tsx';
import { createStyles } from '../../src/ui/theme/styles.ts';
import { DATE, NOON, room } from '../fixtures/booking.ts';
import { type RunningApp, startBooking } from '../machines/startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Renders the confirm panel of a member's booking to HTML. */
function renderPrice({ actor }: RunningApp): string {
  const selection = { room, date: DATE, range: { start: 20, end: 23 } };
  const panel = createElement(ConfirmPanel, { selection });
  const children = createElement(StaticRouter, { location: '/meeting-room/booking' }, panel);
  const props = { actor, hydrationActor: actor, styles: createStyles(), children };
  return renderToString(createElement(App, props));
}

test('when the flow of the member’s details keeps failing, only its section shows an error, and it can be restarted', async () => {
  const app = await startBooking();
  expect(renderPrice(app)).toContain('Grand Total');
  for (const pause of [0, 0, 1_000, 5_000]) {
    await app.settle(pause);
    app.actor.send({ type: 'xstate.error.actor.member', actorId: 'member', error: 'bug' });
  }
  expect(app.actor.getSnapshot().context.down).toEqual(['member']);
  expect(renderPrice(app)).toContain('This part has stopped working');
  expect(renderPrice(app)).toContain('CONFIRM');

  app.actor.send({ type: 'flow.restartRequested', flow: 'member' });
  await app.settle();
  expect(renderPrice(app)).toContain('Grand Total');
});
