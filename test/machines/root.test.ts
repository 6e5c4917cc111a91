import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bringFlows, createAppActor, hasFlows } from '../../machines/app.ts';
import { bookingFlows } from '../../machines/late/booking.ts';
import { DATE, liveSession, NOON, quietEffects, room, startApp } from './startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a flow that fails by a bug is reported and starts anew; the others go on', async () => {
  const effects = quietEffects();
  effects.memory.keepSearch.mockImplementationOnce(() => {
    throw new Error('bug');
  });
  const app = await startApp(effects);
  app.flow('session').send({ type: 'session.signOutRequested' });
  const session = app.flow('session');
  app.flow('search').send({ type: 'search.changed', field: 'headcount', value: '4' });
  await app.settle();
  expect(effects.reportFailure).toHaveBeenCalledWith('search', expect.any(Error));
  expect(app.actor.getSnapshot().status).toBe('active');
  expect(app.flow('session')).toBe(session);
  app.flow('search').send({ type: 'search.changed', field: 'headcount', value: '4' });
  expect(app.flow('search').getSnapshot().context['fields']).toMatchObject({ headcount: '4' });
});

test('a room’s flow that fails is cleared away', async () => {
  const effects = quietEffects();
  effects.memory.keepSlots.mockImplementation(() => {
    throw new Error('bug');
  });
  const app = await startApp(effects);
  app.flow('rooms').send({ type: 'resource.used', key: 'chennai' });
  await app.settle();
  app.flow('slots:1').send({ type: 'slots.cleared' });
  app.flow('slots:1').send({ type: 'slots.dateChosen', date: '2025-11-24' });
  await app.settle();
  expect(Object.keys(app.actor.getSnapshot().children)).not.toContain('slots:1');
  expect(app.actor.getSnapshot().status).toBe('active');
});

test('a watcher of the tokens that fails does not sign anybody out', async () => {
  const effects = quietEffects();
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
  app.flow('navigation').send({ type: 'menu.opened' });
  expect(app.flow('navigation').getSnapshot().hasTag('locksScroll')).toBe(true);
  app.flow('navigation').send({ type: 'navigation.arrived', path: '/blog' });
  expect(app.flow('navigation').getSnapshot().value).toBe('browsing');
  app.flow('navigation').send({ type: 'menu.opened' });
  app.flow('navigation').send({ type: 'menu.closed' });
  expect(app.flow('navigation').getSnapshot().value).toBe('browsing');
});

test('rooms that were loaded before their flows had come get their half-hours then', async () => {
  const effects = quietEffects();
  const app = createAppActor(effects).start();
  app.send({ type: 'rooms.loaded', rooms: [room] });
  expect(app.system.get('slots:1')).toBeUndefined();
  bringFlows(app, bookingFlows);
  bringFlows(app, bookingFlows);
  expect(app.system.get('slots:1').getSnapshot().context.room).toEqual(room);
  expect(hasFlows(app, bookingFlows)).toBe(true);
});

test('a checkout that comes late, or anew after a failure, knows who is signed in', async () => {
  const effects = quietEffects();
  effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession() });
  const app = createAppActor(effects).start();
  await vi.advanceTimersByTimeAsync(0);
  bringFlows(app, bookingFlows);
  const user = () => app.system.get('checkout').getSnapshot().context.user;
  expect(user()).toEqual(liveSession().user);

  effects.memory.keepCheckout.mockImplementation(() => {
    throw new Error('bug');
  });
  app.system
    .get('checkout')
    .send({ type: 'checkout.started', selection: { room, date: DATE, range: { start: 20, end: 22 } } });
  await vi.advanceTimersByTimeAsync(0);
  expect(app.system.get('checkout').getSnapshot().value).toBe('empty');
  expect(user()).toEqual(liveSession().user);
});

test('waking without a checkout is quiet', async () => {
  const app = createAppActor(quietEffects()).start();
  app.send({ type: 'app.awake' });
  await vi.advanceTimersByTimeAsync(0);
  expect(app.getSnapshot().status).toBe('active');
});
