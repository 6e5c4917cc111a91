import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Redacted } from '../../../domain/text/redacted.ts';
import { type CalendarLinkEvent, shownAddress } from '../../../machines/bookings/calendarLink.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { NOON } from '../../fixtures/booking.ts';
import { FEED_ADDRESS, mockEffects, startApp } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const EARLIER = '2025-11-01T06:30:00.000Z';
const CREATED = '2025-11-20T06:30:00.000Z';

/** Last part of the names of the flow's events. */
type Press<Type = CalendarLinkEvent['type']> = Type extends `calendarLink.${infer Name}` ? Name : never;

/** Starts the system with a page that shows the user's feed. The server has created it at `since`, or there is none. */
async function startFeed(since: string | null = null) {
  const server = { since };
  const effects = mockEffects();
  const { load, create, revoke } = effects.calendarFeed;
  load.mockImplementation(async () => ({ active: server.since !== null, since: server.since }));
  create.mockImplementation(async () => {
    server.since = CREATED;
    return { address: new Redacted(FEED_ADDRESS), since: CREATED };
  });
  revoke.mockImplementation(async () => {
    server.since = null;
  });
  const app = await startApp(effects);
  const feed = app.flow('calendarFeed');
  const link = app.flow('calendarLink');
  const press = async (type: Press) => {
    link.send({ type: `calendarLink.${type}` });
    await app.settle();
  };
  const resume = async () => {
    app.actor.send({ type: 'app.resumed' });
    await app.settle();
  };
  feed.send({ type: 'resource.used' });
  await app.settle();
  const state = () => link.getSnapshot().value;
  const shown = () => {
    const { context } = link.getSnapshot();
    const { data } = feed.getSnapshot().context;
    return {
      since: data?.since,
      address: shownAddress(context, data)?.reveal(),
      failure: context.failure?.status,
    };
  };
  return { app, effects, feed, link, server, press, resume, state, shown };
}

test('a new address can be copied and is shown until the page is left, and is redacted in persisted snapshots', async () => {
  const { app, effects, link, press, resume, shown } = await startFeed();
  await press('createPressed');
  expect(shown()).toMatchObject({ since: CREATED, address: FEED_ADDRESS });
  await press('copyPressed');
  const [copied] = effects.calendarFeed.copy.mock.calls[0] ?? [];
  expect(copied?.reveal()).toBe(FEED_ADDRESS);
  expect(app.toasts()).toEqual(['success: The calendar link has been copied']);
  expect(app.persisted()).toContain('"address":"[redacted]"');
  expect(app.persisted()).not.toContain('s3cr3t');
  await resume();
  expect(shown()).toMatchObject({ address: FEED_ADDRESS });
  await press('left');
  expect(link.getSnapshot().context).toEqual({ created: null, failure: null });
});

test('an existing address is replaced or stopped only after a confirmation', async () => {
  const { effects, press, shown } = await startFeed(EARLIER);
  await press('renewPressed');
  await press('dismissed');
  await press('revokePressed');
  await press('dismissed');
  expect(shown()).toMatchObject({ since: EARLIER });
  expect(effects.calendarFeed.create).not.toHaveBeenCalled();
  expect(effects.calendarFeed.revoke).not.toHaveBeenCalled();
  await press('renewPressed');
  await press('confirmed');
  expect(effects.calendarFeed.create).toHaveBeenCalledTimes(1);
  await press('revokePressed');
  await press('confirmed');
  expect(shown()).toEqual({ since: null, address: undefined, failure: undefined });
});

test.each([
  ['creation', 'renewPressed', CREATED],
  ['revocation', 'revokePressed', null],
] as const)(
  'after a lost response to a %s the feed is loaded again by itself',
  async (_name, button, since) => {
    const { app, effects, server, press, shown } = await startFeed(EARLIER);
    const lose = async () => {
      server.since = since;
      throw new Failure('TIMEOUT_ERROR');
    };
    effects.calendarFeed.create.mockImplementationOnce(lose);
    effects.calendarFeed.revoke.mockImplementationOnce(lose);
    await press(button);
    await press('confirmed');
    expect(effects.calendarFeed.load).toHaveBeenCalledTimes(2);
    expect(shown()).toEqual({ since, address: undefined, failure: 'TIMEOUT_ERROR' });
    expect(app.toasts()).toEqual([]);
  },
);

test('an address whose replacement had no response is not shown, even if the feed cannot be loaded', async () => {
  const { effects, feed, server, press, shown } = await startFeed();
  await press('createPressed');
  effects.calendarFeed.create.mockRejectedValueOnce(new Failure('TIMEOUT_ERROR'));
  effects.calendarFeed.load.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  await press('renewPressed');
  await press('confirmed');
  expect(feed.getSnapshot().value).toBe('failed');
  expect(shown()).toMatchObject({ address: undefined, failure: 'TIMEOUT_ERROR' });
  server.since = EARLIER;
  await press('retried');
  expect(shown()).toEqual({ since: EARLIER, address: undefined, failure: undefined });
});

test('a feed whose creation was under way when the page was left is shown when the page is opened again', async () => {
  const { app, effects, feed, server, press, state, shown } = await startFeed();
  effects.calendarFeed.create.mockImplementationOnce(() => {
    server.since = CREATED;
    return new Promise(() => undefined);
  });
  await press('createPressed');
  expect(state()).toBe('creating');
  feed.send({ type: 'resource.released' });
  await press('left');
  feed.send({ type: 'resource.used' });
  await app.settle();
  expect(shown()).toEqual({ since: CREATED, address: undefined, failure: undefined });
});

test('a toast is shown when the browser does not allow copying the address', async () => {
  const { app, effects, press } = await startFeed();
  effects.calendarFeed.copy.mockRejectedValueOnce(new Error('NotAllowedError'));
  await press('createPressed');
  await press('copyPressed');
  expect(app.toasts()).toEqual(['error: Your browser did not let us copy it. Select the link and copy it.']);
});

test('an address that another tab has created is replaced only after a confirmation', async () => {
  const { effects, server, press, state, shown } = await startFeed();
  server.since = EARLIER;
  await press('createPressed');
  expect(state()).toBe('confirmingRenewal');
  expect(effects.calendarFeed.create).not.toHaveBeenCalled();
  await press('dismissed');
  expect(shown()).toMatchObject({ since: EARLIER, address: undefined });
});

test('when the page becomes visible again, an address that another tab has replaced or stopped is removed', async () => {
  const { server, press, resume, shown } = await startFeed();
  await press('createPressed');
  await resume();
  expect(shown()).toMatchObject({ since: CREATED, address: FEED_ADDRESS });
  server.since = EARLIER;
  await resume();
  expect(shown()).toEqual({ since: EARLIER, address: undefined, failure: undefined });
  server.since = null;
  await resume();
  expect(shown()).toMatchObject({ since: null, address: undefined });
});

test('the feed is not loaded for a page that does not show it', async () => {
  const { app, effects, feed, resume } = await startFeed();
  feed.send({ type: 'resource.released' });
  await resume();
  expect(effects.calendarFeed.load).toHaveBeenCalledTimes(1);
  feed.send({ type: 'resource.used' });
  await app.settle();
  expect(effects.calendarFeed.load).toHaveBeenCalledTimes(2);
});

test('the buttons work while the page reloads the feed', async () => {
  const { effects, feed, press, resume, state } = await startFeed(EARLIER);
  effects.calendarFeed.load.mockReturnValueOnce(new Promise(() => undefined));
  await resume();
  expect(feed.getSnapshot().value).toBe('loading');
  await press('revokePressed');
  expect(state()).toBe('confirmingRevocation');
});
