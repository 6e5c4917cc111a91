import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../machines/failure.ts';
import { NOON, room } from '../fixtures/booking.ts';
import { quietEffects, startApp } from './startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const use = { type: 'resource.used', key: 'chennai' };

test('it loads on first use, once for all its views', async () => {
  const app = await startApp();
  expect(app.effects.rooms.list).not.toHaveBeenCalled();
  app.flow('rooms').send(use);
  app.flow('rooms').send(use);
  expect(app.flow('rooms').getSnapshot().hasTag('busy')).toBe(true);
  await app.settle();
  expect(app.effects.rooms.list).toHaveBeenCalledTimes(1);
  expect(app.flow('rooms').getSnapshot().context['data']).toEqual([room]);
});

test('data stays 60 s after its last use and is then forgotten', async () => {
  const app = await startApp();
  app.flow('rooms').send(use);
  app.flow('rooms').send(use);
  await app.settle();
  app.flow('rooms').send({ type: 'resource.released' });
  await app.settle(120_000);
  expect(app.flow('rooms').getSnapshot().value).toEqual({ ready: 'inUse' });
  app.flow('rooms').send({ type: 'resource.released' });
  await app.settle(59_999);
  expect(app.flow('rooms').getSnapshot().context['data']).toEqual([room]);
  await app.settle(1);
  expect(app.flow('rooms').getSnapshot().context['data']).toBeNull();
});

test('a view that comes back within 60 s finds it there', async () => {
  const app = await startApp();
  app.flow('rooms').send(use);
  await app.settle();
  app.flow('rooms').send({ type: 'resource.released' });
  await app.settle(30_000);
  app.flow('rooms').send(use);
  await app.settle(300_000);
  expect(app.effects.rooms.list).toHaveBeenCalledTimes(1);
  expect(app.flow('rooms').getSnapshot().value).toEqual({ ready: 'inUse' });
});

test('what loads after its last view has gone is forgotten as well', async () => {
  const app = await startApp();
  app.flow('rooms').send(use);
  app.flow('rooms').send({ type: 'resource.released' });
  await app.settle();
  expect(app.flow('rooms').getSnapshot().value).toEqual({ ready: 'unused' });
  await app.settle(60_000);
  expect(app.flow('rooms').getSnapshot().value).toBe('empty');
});

test('a failure carries its status and can be tried again', async () => {
  const effects = quietEffects();
  effects.rooms.list.mockRejectedValueOnce(new Failure('TIMEOUT_ERROR'));
  const app = await startApp(effects);
  app.flow('rooms').send(use);
  await app.settle();
  expect(app.flow('rooms').getSnapshot().context['failure']).toMatchObject({ status: 'TIMEOUT_ERROR' });
  app.flow('rooms').send({ type: 'resource.refreshed' });
  await app.settle();
  expect(app.flow('rooms').getSnapshot().value).toEqual({ ready: 'inUse' });
});

test('refreshing keeps showing what is known meanwhile', async () => {
  const app = await startApp();
  app.flow('rooms').send(use);
  await app.settle();
  app.flow('rooms').send({ type: 'resource.refreshed' });
  expect(app.flow('rooms').getSnapshot().value).toBe('loading');
  expect(app.flow('rooms').getSnapshot().context['data']).toEqual([room]);
});

test('another key is loaded', async () => {
  const app = await startApp();
  app.flow('rooms').send(use);
  await app.settle();
  app.flow('rooms').send({ type: 'resource.used', key: 'madurai' });
  expect(app.flow('rooms').getSnapshot().context['data']).toBeNull();
  await app.settle();
  expect(app.effects.rooms.list).toHaveBeenLastCalledWith('madurai', expect.anything());
});

test('what was cleared is loaded again only for a view that still shows it', async () => {
  const app = await startApp();
  app.flow('rooms').send(use);
  await app.settle();
  app.flow('rooms').send({ type: 'resource.cleared' });
  expect(app.flow('rooms').getSnapshot().context['data']).toBeNull();
  app.flow('rooms').send({ type: 'resource.refreshed' });
  await app.settle();
  expect(app.effects.rooms.list).toHaveBeenCalledTimes(2);
  app.flow('rooms').send({ type: 'resource.released' });
  app.flow('rooms').send({ type: 'resource.cleared' });
  app.flow('rooms').send({ type: 'resource.refreshed' });
  expect(app.flow('rooms').getSnapshot().value).toBe('empty');
});

test('data that came with the page is shown at once, and reloaded when it is first used', async () => {
  const given = { ...room, price_per_hour: 1 };
  const effects = { ...quietEffects(), initialData: { rooms: { key: 'chennai', data: [given] } } };
  const app = await startApp(effects);
  expect(app.flow('rooms').getSnapshot().context['data']).toEqual([given]);
  expect(app.flow('slots:1').getSnapshot().context['room']).toEqual(given);
  app.flow('rooms').send(use);
  expect(app.flow('rooms').getSnapshot().context['data']).toEqual([given]);
  await app.settle();
  expect(app.effects.rooms.list).toHaveBeenCalledTimes(1);
  expect(app.flow('rooms').getSnapshot().context['data']).toEqual([room]);
  expect(app.flow('slots:1').getSnapshot().context['room']).toEqual(room);
});

test('data that is loaded again unchanged stays the same object, so that its views are not rendered again', async () => {
  const data = [structuredClone(room)];
  const effects = { ...quietEffects(), initialData: { rooms: { key: 'chennai', data } } };
  const app = await startApp(effects);
  app.flow('rooms').send(use);
  await app.settle();
  expect(app.effects.rooms.list).toHaveBeenCalledTimes(1);
  expect(app.flow('rooms').getSnapshot().context['data']).toBe(data);
});

test('data that came with the page for another key is not shown for this one', async () => {
  const effects = { ...quietEffects(), initialData: { rooms: { key: 'madurai', data: [room] } } };
  const app = await startApp(effects);
  app.flow('rooms').send(use);
  expect(app.flow('rooms').getSnapshot().context['data']).toBeNull();
});

test('data that came with the page stays when it cannot be reloaded', async () => {
  const effects = { ...quietEffects(), initialData: { rooms: { key: 'chennai', data: [room] } } };
  effects.rooms.list.mockRejectedValue(new Failure('FETCH_ERROR'));
  const app = await startApp(effects);
  app.flow('rooms').send(use);
  await app.settle();
  expect(app.flow('rooms').getSnapshot().context).toMatchObject({
    data: [room],
    failure: { status: 'FETCH_ERROR' },
  });
});

test('what failed is loaded again when the network returns, if it is still shown', async () => {
  const effects = quietEffects();
  effects.rooms.list.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  effects.member.details.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  const app = await startApp(effects);
  app.flow('rooms').send(use);
  app.flow('member').send({ type: 'resource.used', key: '1' });
  app.flow('member').send({ type: 'resource.released' });
  await app.settle();
  expect(app.flow('rooms').getSnapshot().value).toBe('failed');
  app.actor.send({ type: 'app.resumed' });
  await app.settle();
  expect(app.flow('rooms').getSnapshot().context['data']).toEqual([room]);
  expect(effects.member.details).toHaveBeenCalledTimes(1);
  app.actor.send({ type: 'app.resumed' });
  await app.settle();
  expect(effects.rooms.list).toHaveBeenCalledTimes(2);
});

test('what was refused for good is not asked for again by itself', async () => {
  const effects = quietEffects();
  effects.rooms.list.mockRejectedValueOnce(new Failure(404, 'not-found'));
  const app = await startApp(effects);
  app.flow('rooms').send(use);
  await app.settle();
  app.actor.send({ type: 'app.resumed' });
  await app.settle();
  expect(effects.rooms.list).toHaveBeenCalledTimes(1);
});
