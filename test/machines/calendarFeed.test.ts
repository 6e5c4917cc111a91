import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../machines/failure.ts';
import { NOON } from '../fixtures/booking.ts';
import { FEED_ADDRESS, quietEffects, startApp } from './startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page that shows the feed of a user who has none yet, or had one before. */
async function shownFeed(since: string | null = null) {
  const effects = quietEffects();
  effects.calendarFeed.load.mockResolvedValue({ active: since !== null, since });
  const app = await startApp(effects);
  const feed = app.flow('calendarFeed');
  const press = async (type: string) => {
    feed.send({ type: `calendarFeed.${type}` });
    await app.settle();
  };
  await press('shown');
  const state = () => feed.getSnapshot().value;
  return { app, effects, feed, press, state };
}

test('a new address is copied and shown until the page is left, and is never a part of what the flows keep', async () => {
  const { app, effects, feed, press, state } = await shownFeed();
  await press('createPressed');
  expect(state()).toBe('on');
  await press('copyPressed');
  const [copied] = effects.calendarFeed.copy.mock.calls[0] ?? [];
  expect(copied?.reveal()).toBe(FEED_ADDRESS);
  expect(app.toasts()).toEqual(['success: The calendar address has been copied']);
  expect(app.persisted()).toContain('"address":"[redacted]"');
  expect(app.persisted()).not.toContain('s3cr3t');
  await press('left');
  expect(feed.getSnapshot().context).toEqual({ since: null, address: null, failure: null });
});

test('an address from before is replaced or stopped only after the question', async () => {
  const { effects, press, state } = await shownFeed('2025-11-01T06:30:00.000Z');
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

test('after an answer that was lost nothing is assumed: what there is, is asked again', async () => {
  const { app, effects, feed, press, state } = await shownFeed('2025-11-01T06:30:00.000Z');
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

test('a browser that does not let the address be copied says so', async () => {
  const { app, effects, press } = await shownFeed();
  effects.calendarFeed.copy.mockRejectedValueOnce(new Error('NotAllowedError'));
  await press('createPressed');
  await press('copyPressed');
  expect(app.toasts()).toEqual([
    'error: Your browser did not let us copy it. Select the address and copy it.',
  ]);
});

test('an address that another tab has made is replaced only after the question', async () => {
  const { effects, feed, press, state } = await shownFeed();
  effects.calendarFeed.load.mockResolvedValue({ active: true, since: '2025-11-01T06:30:00.000Z' });
  await press('createPressed');
  expect(state()).toBe('confirmingRenewal');
  expect(effects.calendarFeed.create).not.toHaveBeenCalled();
  await press('dismissed');
  expect(feed.getSnapshot().context).toMatchObject({ since: '2025-11-01T06:30:00.000Z', address: null });
});

test('a page that is visible again forgets an address that another tab has replaced or stopped', async () => {
  const { app, effects, feed, press, state } = await shownFeed();
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

test('the buttons work while a visible page is asking whether it is right', async () => {
  const { app, effects, press, state } = await shownFeed('2025-11-01T06:30:00.000Z');
  effects.calendarFeed.load.mockReturnValueOnce(new Promise(() => undefined));
  app.actor.send({ type: 'app.resumed' });
  await app.settle();
  expect(state()).toBe('refreshing');
  await press('revokePressed');
  expect(state()).toBe('confirmingRevocation');
});
