import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DATE, NOON } from '../fixtures/booking.ts';
import { quietEffects, startApp } from './startApp.ts';
import type { LiveEvent } from '../../machines/events/live.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  // The longest wait that the random half of it allows.
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The rooms of a day on show; `connection` and `page` report what happens to them. */
async function startWatching() {
  const effects = quietEffects();
  const closed = vi.fn<() => void>();
  let connection: (event: LiveEvent) => void = () => undefined;
  let page: (event: LiveEvent) => void = () => undefined;
  effects.rooms.watch.mockImplementation((_date, emit) => {
    connection = emit;
    return closed;
  });
  effects.rooms.watchActivity.mockImplementation((emit) => {
    page = emit;
    return () => undefined;
  });
  const app = await startApp(effects);
  app.flow('rooms').send({ type: 'resource.used', key: 'chennai' });
  app.flow('live').send({ type: 'live.shown' });
  app.flow('search').send({ type: 'search.changed', field: 'date', value: DATE });
  app.flow('search').send({ type: 'search.submitted' });
  await app.settle();
  connection({ type: 'live.opened' });
  await app.settle();
  effects.rooms.taken.mockClear();
  return {
    app,
    effects,
    closed,
    report: (type: 'live.opened' | 'live.heartbeat' | 'live.lost') => connection({ type }),
    page: (type: 'live.suspended' | 'live.resumed') => page({ type }),
    opened: () => effects.rooms.watch.mock.calls.length,
    refreshed: () => effects.rooms.taken.mock.calls.length,
  };
}

test('a lost connection is opened again, later and later, and what was missed is loaded once it is open', async () => {
  const { app, report, opened, refreshed } = await startWatching();
  expect(opened()).toBe(1);
  for (const [losses, wait] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    report('live.lost');
    await app.settle(wait - 1);
    expect(opened()).toBe(1 + losses);
    await app.settle(1);
    expect(opened()).toBe(2 + losses);
  }
  expect(refreshed()).toBe(0);
  report('live.opened');
  await app.settle();
  expect(refreshed()).toBe(1);

  // Open alone is no proof that it will last; a heartbeat is.
  report('live.heartbeat');
  report('live.lost');
  await app.settle(1_000);
  expect(opened()).toBe(9);
});

test('clients that lose their connections together do not come back together', async () => {
  const { app, report, opened } = await startWatching();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  report('live.lost');
  await app.settle(500);
  expect(opened()).toBe(2);
});

test('a connection that is silent for a minute is replaced, one with heartbeats is kept', async () => {
  const { app, report, opened, closed } = await startWatching();
  for (let beat = 0; beat < 10; beat += 1) {
    await app.settle(25_000);
    report('live.heartbeat');
  }
  expect(opened()).toBe(1);
  await app.settle(61_000);
  expect(opened()).toBe(2);
  expect(closed).toHaveBeenCalledTimes(1);
});

test('a connection that never opens is closed', async () => {
  const { app, report, opened } = await startWatching();
  report('live.lost');
  await app.settle(1_000);
  await app.settle(15_000 + 2_000);
  expect(opened()).toBe(3);
});

test('a hidden or offline page has no connection; afterwards it has one at once, and loads what it missed', async () => {
  const { app, report, page, opened, closed, refreshed } = await startWatching();
  page('live.suspended');
  expect(closed).toHaveBeenCalledTimes(1);
  await app.settle(3_600_000);
  expect(opened()).toBe(1);
  page('live.resumed');
  expect(opened()).toBe(2);
  const before = refreshed();
  report('live.opened');
  await app.settle();
  expect(refreshed()).toBe(before + 1);
});

test('a page that does not show the rooms has no connection', async () => {
  const { app, closed, opened } = await startWatching();
  app.flow('live').send({ type: 'live.left' });
  expect(closed).toHaveBeenCalledTimes(1);
  await app.settle(3_600_000);
  expect(opened()).toBe(1);
  app.flow('live').send({ type: 'live.shown' });
  expect(opened()).toBe(2);
});

test('a day that was searched for before the rooms are shown is watched as soon as they are', async () => {
  const effects = quietEffects();
  const app = await startApp(effects);
  app.flow('search').send({ type: 'search.changed', field: 'date', value: DATE });
  app.flow('search').send({ type: 'search.submitted' });
  expect(effects.rooms.watch).not.toHaveBeenCalled();
  app.flow('live').send({ type: 'live.shown' });
  expect(effects.rooms.watch).toHaveBeenCalledExactlyOnceWith(DATE, expect.any(Function));
});
