import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DATE, NOON } from '../../fixtures/booking.ts';
import { mockEffects, startApp } from '../startApp.ts';
import type { LiveEvent } from '../../../machines/rooms/live/events.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  // Half of each delay is random. This value gives the longest delay.
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Starts the system with the visible rooms of a day and an open connection. The functions emit events and count calls. */
async function startWatching() {
  const effects = mockEffects();
  const closeConnection = vi.fn<() => void>();
  let connection: (event: LiveEvent) => void = () => undefined;
  let activityListener: (event: LiveEvent) => void = () => undefined;
  effects.rooms.watch.mockImplementation((_date, emit) => {
    connection = emit;
    return closeConnection;
  });
  effects.rooms.watchActivity.mockImplementation((emit) => {
    activityListener = emit;
    return () => undefined;
  });
  const app = await startApp(effects);
  app.flow('roomList').send({ type: 'resource.used', key: 'chennai' });
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
    closeConnection,
    emitConnection: (type: 'live.opened' | 'live.heartbeat' | 'live.lost') => connection({ type }),
    emitActivity: (type: 'live.suspended' | 'live.resumed') => activityListener({ type }),
    connectionCount: () => effects.rooms.watch.mock.calls.length,
    refreshCount: () => effects.rooms.taken.mock.calls.length,
  };
}

test('a lost connection is reopened with growing delays, and missed changes are loaded when it is open', async () => {
  const { app, emitConnection, connectionCount, refreshCount } = await startWatching();
  expect(connectionCount()).toBe(1);
  for (const [losses, wait] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    emitConnection('live.lost');
    await app.settle(wait - 1);
    expect(connectionCount()).toBe(1 + losses);
    await app.settle(1);
    expect(connectionCount()).toBe(2 + losses);
  }
  expect(refreshCount()).toBe(0);
  emitConnection('live.opened');
  await app.settle();
  expect(refreshCount()).toBe(1);

  // Only a heartbeat resets the delay, because an opened connection may fail at once.
  emitConnection('live.heartbeat');
  emitConnection('live.lost');
  await app.settle(1_000);
  expect(connectionCount()).toBe(9);
});

test('clients that lose their connections at the same time reconnect at different times', async () => {
  const { app, emitConnection, connectionCount } = await startWatching();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  emitConnection('live.lost');
  await app.settle(500);
  expect(connectionCount()).toBe(2);
});

test('a connection without heartbeats for a minute is replaced, one with heartbeats is kept', async () => {
  const { app, emitConnection, connectionCount, closeConnection } = await startWatching();
  for (let beat = 0; beat < 10; beat += 1) {
    await app.settle(25_000);
    emitConnection('live.heartbeat');
  }
  expect(connectionCount()).toBe(1);
  await app.settle(61_000);
  expect(connectionCount()).toBe(2);
  expect(closeConnection).toHaveBeenCalledTimes(1);
});

test('a connection that does not open in time is replaced', async () => {
  const { app, emitConnection, connectionCount } = await startWatching();
  emitConnection('live.lost');
  await app.settle(1_000);
  await app.settle(15_000 + 2_000);
  expect(connectionCount()).toBe(3);
});

test('a suspended page has no connection; on resuming it connects at once and loads the missed changes', async () => {
  const { app, emitConnection, emitActivity, connectionCount, closeConnection, refreshCount } =
    await startWatching();
  emitActivity('live.suspended');
  expect(closeConnection).toHaveBeenCalledTimes(1);
  await app.settle(3_600_000);
  expect(connectionCount()).toBe(1);
  emitActivity('live.resumed');
  expect(connectionCount()).toBe(2);
  const before = refreshCount();
  emitConnection('live.opened');
  await app.settle();
  expect(refreshCount()).toBe(before + 1);
});

test('a page that does not show the rooms has no connection', async () => {
  const { app, closeConnection, connectionCount } = await startWatching();
  app.flow('live').send({ type: 'live.left' });
  expect(closeConnection).toHaveBeenCalledTimes(1);
  await app.settle(3_600_000);
  expect(connectionCount()).toBe(1);
  app.flow('live').send({ type: 'live.shown' });
  expect(connectionCount()).toBe(2);
});

test('a day that was searched before the rooms are shown is watched when they are shown', async () => {
  const effects = mockEffects();
  const app = await startApp(effects);
  app.flow('search').send({ type: 'search.changed', field: 'date', value: DATE });
  app.flow('search').send({ type: 'search.submitted' });
  expect(effects.rooms.watch).not.toHaveBeenCalled();
  app.flow('live').send({ type: 'live.shown' });
  expect(effects.rooms.watch).toHaveBeenCalledExactlyOnceWith(DATE, expect.any(Function));
});
