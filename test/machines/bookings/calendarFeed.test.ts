import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CalendarFeedEvent } from '../../../machines/bookings/calendarFeed/events.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { NOON } from '../../fixtures/booking.ts';
import { FEED_ADDRESS, mockEffects, startApp } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Last part of the names of the flow's events. */
type Press<Type = CalendarFeedEvent['type']> = Type extends `calendarFeed.${infer Name}` ? Name : never;

/** Starts the system with a page that shows the user's feed, which was created at `since`, or no feed. */
async function startFeed(since: string | null = null) {
  const effects = mockEffects();
  effects.calendarFeed.load.mockResolvedValue({ active: since !== null, since });
  const app = await startApp(effects);
  const feed = app.flow('calendarFeed');
  const press = async (type: Press) => {
    feed.send({ type: `calendarFeed.${type}` });
    await app.settle();
  };
  await press('shown');
  const state = () => feed.getSnapshot().value;
  return { app, effects, feed, press, state };
}

test('a new address can be copied and is shown until the page is left, and is redacted in persisted snapshots', async () => {
  const { app, effects, feed, press, state } = await startFeed();
  await press('createPressed');
  expect(state()).toBe('on');
  await press('copyPressed');
  const [copied] = effects.calendarFeed.copy.mock.calls[0] ?? [];
  expect(copied?.reveal()).toBe(FEED_ADDRESS);
  expect(app.toasts()).toEqual(['success: The calendar link has been copied']);
  expect(app.persisted()).toContain('"address":"[redacted]"');
  expect(app.persisted()).not.toContain('s3cr3t');
  await press('left');
  expect(feed.getSnapshot().context).toEqual({ since: null, address: null, failure: null });
});

test('an existing address is replaced or stopped only after a confirmation', async () => {
  const { effects, press, state } = await startFeed('2025-11-01T06:30:00.000Z');
  await press('renewPressed');
  await press('dismissed');
  await press('revokePressed');
  await press('dismissed');
  expect(state()).toBe('on');
  expect(effects.calendarFeed.create).not.toHaveBeenCalled();
  expect(effects.calendarFeed.revoke).not.toHaveBeenCalled();
  await press('renewPressed');
  await press('confirmed');
  expect(effects.calendarFeed.create).toHaveBeenCalledTimes(1);
  await press('revokePressed');
  await press('confirmed');
  expect(state()).toBe('off');
});

test('after a lost response the feed is loaded again', async () => {
  const { app, effects, feed, press, state } = await startFeed('2025-11-01T06:30:00.000Z');
  effects.calendarFeed.create.mockRejectedValueOnce(new Failure('TIMEOUT_ERROR'));
  await press('renewPressed');
  await press('confirmed');
  expect(state()).toBe('failed');
  expect(feed.getSnapshot().context).toMatchObject({ since: null, address: null });
  await press('retried');
  expect(state()).toBe('on');
  expect(effects.calendarFeed.load).toHaveBeenCalledTimes(2);
  expect(app.toasts()).toEqual([]);
});

test('a toast is shown when the browser does not allow copying the address', async () => {
  const { app, effects, press } = await startFeed();
  effects.calendarFeed.copy.mockRejectedValueOnce(new Error('NotAllowedError'));
  await press('createPressed');
  await press('copyPressed');
  expect(app.toasts()).toEqual(['error: Your browser did not let us copy it. Select the link and copy it.']);
});

test('an address that another tab has created is replaced only after a confirmation', async () => {
  const { effects, feed, press, state } = await startFeed();
  effects.calendarFeed.load.mockResolvedValue({ active: true, since: '2025-11-01T06:30:00.000Z' });
  await press('createPressed');
  expect(state()).toBe('confirmingRenewal');
  expect(effects.calendarFeed.create).not.toHaveBeenCalled();
  await press('dismissed');
  expect(feed.getSnapshot().context).toMatchObject({ since: '2025-11-01T06:30:00.000Z', address: null });
});

test('when the page becomes visible again, an address that another tab has replaced or stopped is removed', async () => {
  const { app, effects, feed, press, state } = await startFeed();
  await press('createPressed');
  const resume = async (since: string | null) => {
    effects.calendarFeed.load.mockResolvedValueOnce({ active: since !== null, since });
    app.actor.send({ type: 'app.resumed' });
    await app.settle();
    return feed.getSnapshot().context;
  };
  const { since } = feed.getSnapshot().context as { since: string };
  expect(await resume(since)).toMatchObject({ since, address: expect.anything() as object });
  expect(await resume('2025-11-01T06:30:00.000Z')).toEqual({
    since: '2025-11-01T06:30:00.000Z',
    address: null,
    failure: null,
  });
  expect(await resume(null)).toMatchObject({ since: null });
  expect(state()).toBe('off');
});

test('the buttons work while the page reloads the feed', async () => {
  const { app, effects, press, state } = await startFeed('2025-11-01T06:30:00.000Z');
  effects.calendarFeed.load.mockReturnValueOnce(new Promise(() => undefined));
  app.actor.send({ type: 'app.resumed' });
  await app.settle();
  expect(state()).toBe('refreshing');
  await press('revokePressed');
  expect(state()).toBe('confirmingRevocation');
});
