import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAppActor } from '../../machines/app.ts';
import { NOON, quietEffects, startApp } from './startApp.ts';

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
