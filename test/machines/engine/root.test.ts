import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAppActor } from '../../../machines/app.ts';
import { addFlows, hasFlow } from '../../../machines/engine/createSystem.ts';
import { bookingFlows } from '../../../machines/bookingFlows.ts';
import { emptySearch } from '../../../machines/rooms/search/form.ts';
import { noPersistedState } from '../../../machines/engine/visit.ts';
import { DATE, NOON, room } from '../../fixtures/booking.ts';
import { liveSession, type MockEffects, mockEffects, type RunningApp, startApp } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a flow that fails by a bug is reported and restarted at once; the other flows continue', async () => {
  const effects = mockEffects();
  effects.storage.saveSearch.mockImplementationOnce(() => {
    throw new Error('bug');
  });
  const app = await startApp(effects);
  app.flow('session').send({ type: 'session.signOutRequested' });
  const session = app.flow('session');
  app.flow('search').send({ type: 'search.changed', field: 'headcount', value: '4' });
  await app.settle();
  expect(effects.reportFailure).toHaveBeenCalledWith('search', expect.any(Error), true);
  expect(app.actor.getSnapshot().status).toBe('active');
  expect(app.flow('session')).toBe(session);
  app.flow('search').send({ type: 'search.changed', field: 'headcount', value: '4' });
  expect(app.flow('search').getSnapshot().context['fields']).toMatchObject({ headcount: '4' });
});

test('a room’s flow that keeps failing is stopped; the other flows continue', async () => {
  const effects = mockEffects();
  effects.storage.saveSlots.mockImplementation(() => {
    throw new Error('bug');
  });
  const app = await startApp(effects);
  app.flow('roomList').send({ type: 'resource.used', key: 'chennai' });
  await app.settle();
  for (const pause of [0, 0, 1_000, 5_000]) {
    await app.settle(pause);
    app.flow('slots:1').send({ type: 'slots.dateChosen', date: '2025-11-24' });
  }
  await app.settle();
  expect(isRunning(app, 'slots:1')).toBe(false);
  expect(app.actor.getSnapshot().status).toBe('active');
});

test('a failure of the token watcher does not sign the user out', async () => {
  const effects = mockEffects();
  const actor = createAppActor({
    ...effects,
    session: {
      ...effects.session,
      watchTokens: () => {
        throw new Error('storage is forbidden');
      },
    },
  });
  actor.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(actor.getSnapshot().status).toBe('active');
  expect(actor.system.get('session').getSnapshot().status).toBe('active');
});

test('the side menu closes when the visitor arrives on another page', async () => {
  const app = await startApp();
  const isMenuOpen = () => app.flow('navigation').getSnapshot().hasTag('menuOpen');
  app.flow('navigation').send({ type: 'menu.opened' });
  expect(isMenuOpen()).toBe(true);
  app.flow('navigation').send({ type: 'navigation.arrived', path: '/blog' });
  expect(isMenuOpen()).toBe(false);
  app.flow('navigation').send({ type: 'menu.opened' });
  app.flow('navigation').send({ type: 'menu.closed' });
  expect(isMenuOpen()).toBe(false);
});

test('rooms that were loaded before the booking flows get their slots actors with these flows', async () => {
  const effects = mockEffects();
  const app = createAppActor(effects).start();
  app.system.get('roomList').send({ type: 'resource.used', key: 'chennai' });
  await vi.advanceTimersByTimeAsync(0);
  expect(app.system.get('slots:1')).toBeUndefined();
  addFlows(app, bookingFlows);
  addFlows(app, bookingFlows);
  expect(app.system.get('slots:1').getSnapshot().context.room).toEqual(room);
  expect(bookingFlows.every(({ id }) => hasFlow(app, id))).toBe(true);
});

test('a checkout that is loaded later, or restarted after a failure, has the signed-in user', async () => {
  const effects = mockEffects();
  effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession() });
  const app = createAppActor(effects).start();
  await vi.advanceTimersByTimeAsync(0);
  addFlows(app, bookingFlows);
  const user = () => app.system.get('checkout').getSnapshot().context.user;
  expect(user()).toEqual(liveSession().user);

  effects.storage.saveCheckout.mockImplementation(() => {
    throw new Error('bug');
  });
  app.system
    .get('checkout')
    .send({ type: 'checkout.started', selection: { room, date: DATE, range: { start: 20, end: 22 } } });
  await vi.advanceTimersByTimeAsync(0);
  expect(app.system.get('checkout').getSnapshot().value).toBe('empty');
  expect(user()).toEqual(liveSession().user);
});

test('resuming without a checkout does nothing', async () => {
  const app = createAppActor(mockEffects()).start();
  app.send({ type: 'app.resumed' });
  await vi.advanceTimersByTimeAsync(0);
  expect(app.getSnapshot().status).toBe('active');
});

/** Effects with a stored search that makes the search flow throw at its start. */
const effectsFailingAtStart = (): MockEffects => {
  const effects = mockEffects();
  const search = {
    ...emptySearch,
    get date(): string {
      throw new Error('bug');
    },
  };
  effects.storage.load.mockReturnValue({ ...noPersistedState, search });
  return effects;
};
const isRunning = (app: RunningApp, flow: string) => app.actor.system.get(flow) !== undefined;

describe('a flow that throws whenever it starts', () => {
  test('is restarted three times with growing delays, and then stays down; each failure is reported once', async () => {
    const effects = effectsFailingAtStart();
    const app = await startApp(effects);
    const reportCount = () => effects.reportFailure.mock.calls.length;
    expect(reportCount()).toBe(2);
    await app.settle(999);
    expect(reportCount()).toBe(2);
    await app.settle(1);
    expect(reportCount()).toBe(3);
    await app.settle(4_999);
    expect(reportCount()).toBe(3);
    await app.settle(1);
    expect(reportCount()).toBe(4);
    await app.settle(3_600_000);
    expect(effects.reportFailure.mock.calls.map(([flow, , isRestarted]) => [flow, isRestarted])).toEqual([
      ['search', true],
      ['search', true],
      ['search', true],
      ['search', false],
    ]);
    expect(isRunning(app, 'search')).toBe(false);
  });

  test('does not stop other flows, which can still send events to it', async () => {
    const app = await startApp(effectsFailingAtStart());
    await app.settle(10_000);
    app.actor.send({ type: 'app.resumed' });
    app.flow('roomList').send({ type: 'resource.used', key: 'chennai' });
    await app.settle();
    expect(app.actor.getSnapshot().status).toBe('active');
    expect(app.flow('roomList').getSnapshot().matches('ready')).toBe(true);
    expect(app.flow('slots:1').getSnapshot().value).toMatchObject({ day: 'noDate' });
  });

  test('starts without its stored state when the visitor requests it', async () => {
    const effects = effectsFailingAtStart();
    const app = await startApp(effects);
    await app.settle(10_000);
    app.actor.send({ type: 'flow.restartRequested', flow: 'search' });
    expect(app.flow('search').getSnapshot().context['fields']).toEqual(emptySearch);
    expect(effects.reportFailure).toHaveBeenCalledTimes(4);
  });

  test('starts at once, and only once, when the visitor requests it before the next restart', async () => {
    const app = await startApp(effectsFailingAtStart());
    app.actor.send({ type: 'flow.restartRequested', flow: 'search' });
    const search = app.flow('search');
    await app.settle(10_000);
    expect(app.flow('search')).toBe(search);
    app.actor.send({ type: 'flow.restartRequested', flow: 'search' });
    expect(app.flow('search')).toBe(search);
  });
});

test('after the visitor’s restart, a flow has all of its automatic restarts again', async () => {
  const effects = mockEffects();
  const app = await startApp(effects);
  effects.storage.saveSearch.mockImplementation(() => {
    throw new Error('bug');
  });
  const fail = () => app.flow('search').send({ type: 'search.changed', field: 'headcount', value: '4' });
  for (const pause of [0, 0, 1_000, 5_000]) {
    await app.settle(pause);
    fail();
  }
  expect(isRunning(app, 'search')).toBe(false);
  app.actor.send({ type: 'flow.restartRequested', flow: 'search' });
  fail();
  expect(isRunning(app, 'search')).toBe(true);
});

test('failures do not count any more after half a minute without a failure', async () => {
  const effects = mockEffects();
  const app = await startApp(effects);
  effects.storage.saveSearch.mockImplementation(() => {
    throw new Error('bug');
  });
  for (let failure = 0; failure < 10; failure += 1) {
    app.flow('search').send({ type: 'search.changed', field: 'headcount', value: '4' });
    await app.settle(30_000);
    expect(isRunning(app, 'search')).toBe(true);
  }
});

test('a room’s flow that stays down restarts at the visitor’s press, for the shown day', async () => {
  const effects = mockEffects();
  effects.storage.load.mockReturnValue({
    ...noPersistedState,
    search: { ...emptySearch, date: DATE },
  });
  effects.storage.saveSlots.mockImplementation(() => {
    throw new Error('bug');
  });
  const app = await startApp(effects);
  app.flow('roomList').send({ type: 'resource.used', key: 'chennai' });
  await app.settle(10_000);
  expect(isRunning(app, 'slots:1')).toBe(false);
  // Loading the rooms again does not restart the flow.
  app.flow('roomList').send({ type: 'resource.refreshed' });
  await app.settle(10_000);
  expect(isRunning(app, 'slots:1')).toBe(false);

  effects.storage.saveSlots.mockImplementation(() => undefined);
  app.flow('rooms').send({ type: 'flow.restartRequested', flow: 'slots:1' });
  await app.settle();
  expect(app.flow('slots:1').getSnapshot().context).toMatchObject({ date: DATE });
  expect(app.flow('slots:1').getSnapshot().value).toMatchObject({ day: { ready: 'choosing' } });
});
