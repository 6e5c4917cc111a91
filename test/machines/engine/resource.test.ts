import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../../machines/engine/failure.ts';
import { NOON, room } from '../../fixtures/booking.ts';
import { mockEffects, startApp } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const use = { type: 'resource.used', key: 'chennai' } as const;

test('a resource is loaded on its first use, once for all views', async () => {
  const app = await startApp();
  expect(app.effects.rooms.list).not.toHaveBeenCalled();
  app.flow('roomList').send(use);
  app.flow('roomList').send(use);
  expect(app.flow('roomList').getSnapshot().hasTag('busy')).toBe(true);
  await app.settle();
  expect(app.effects.rooms.list).toHaveBeenCalledTimes(1);
  expect(app.flow('roomList').getSnapshot().context['data']).toEqual([room]);
});

test('data is kept for 60 s after its last use and then removed', async () => {
  const app = await startApp();
  app.flow('roomList').send(use);
  app.flow('roomList').send(use);
  await app.settle();
  app.flow('roomList').send({ type: 'resource.released' });
  await app.settle(120_000);
  expect(app.flow('roomList').getSnapshot().value).toEqual({ ready: 'inUse' });
  app.flow('roomList').send({ type: 'resource.released' });
  await app.settle(59_999);
  expect(app.flow('roomList').getSnapshot().context['data']).toEqual([room]);
  await app.settle(1);
  expect(app.flow('roomList').getSnapshot().context['data']).toBeNull();
});

test('a view that returns within 60 s uses the cached data', async () => {
  const app = await startApp();
  app.flow('roomList').send(use);
  await app.settle();
  app.flow('roomList').send({ type: 'resource.released' });
  await app.settle(30_000);
  app.flow('roomList').send(use);
  await app.settle(300_000);
  expect(app.effects.rooms.list).toHaveBeenCalledTimes(1);
  expect(app.flow('roomList').getSnapshot().value).toEqual({ ready: 'inUse' });
});

test('data that arrives after its last view has gone is also removed after 60 s', async () => {
  const app = await startApp();
  app.flow('roomList').send(use);
  app.flow('roomList').send({ type: 'resource.released' });
  await app.settle();
  expect(app.flow('roomList').getSnapshot().value).toEqual({ ready: 'unused' });
  await app.settle(60_000);
  expect(app.flow('roomList').getSnapshot().value).toBe('empty');
});

test('a failure has its status, and the load can be retried', async () => {
  const effects = mockEffects();
  effects.rooms.list.mockRejectedValueOnce(new Failure('TIMEOUT_ERROR'));
  const app = await startApp(effects);
  app.flow('roomList').send(use);
  await app.settle();
  expect(app.flow('roomList').getSnapshot().context['failure']).toMatchObject({ status: 'TIMEOUT_ERROR' });
  app.flow('roomList').send({ type: 'resource.refreshed' });
  await app.settle();
  expect(app.flow('roomList').getSnapshot().value).toEqual({ ready: 'inUse' });
});

test('the old data stays visible during a refresh', async () => {
  const app = await startApp();
  app.flow('roomList').send(use);
  await app.settle();
  app.flow('roomList').send({ type: 'resource.refreshed' });
  expect(app.flow('roomList').getSnapshot().value).toBe('loading');
  expect(app.flow('roomList').getSnapshot().context['data']).toEqual([room]);
});

test('a refresh with another key loads the data of that key', async () => {
  const app = await startApp();
  app.flow('roomList').send(use);
  await app.settle();
  app.flow('roomList').send({ type: 'resource.refreshed', key: 'madurai' });
  await app.settle();
  expect(app.effects.rooms.list).toHaveBeenLastCalledWith('madurai', expect.anything());
});

test.each(['loading', 'failed'] as const)(
  'a refresh with another key while %s loads that key',
  async (is) => {
    const effects = mockEffects();
    if (is === 'failed') effects.rooms.list.mockRejectedValueOnce(new Failure('TIMEOUT_ERROR'));
    const app = await startApp(effects);
    app.flow('roomList').send(use);
    if (is === 'failed') await app.settle();
    expect(app.flow('roomList').getSnapshot().value).toBe(is);
    app.flow('roomList').send({ type: 'resource.refreshed', key: 'madurai' });
    await app.settle();
    expect(effects.rooms.list).toHaveBeenLastCalledWith('madurai', expect.anything());
  },
);

test('data of another key is loaded, and the old data is removed at once', async () => {
  const app = await startApp();
  app.flow('roomList').send(use);
  await app.settle();
  app.flow('roomList').send({ type: 'resource.used', key: 'madurai' });
  expect(app.flow('roomList').getSnapshot().context['data']).toBeNull();
  await app.settle();
  expect(app.effects.rooms.list).toHaveBeenLastCalledWith('madurai', expect.anything());
});

test('outdated data is loaded again for the views that show it, or when a view uses it again', async () => {
  const app = await startApp();
  const rooms = () => app.flow('roomList').getSnapshot();
  app.flow('roomList').send(use);
  await app.settle();
  app.flow('roomList').send({ type: 'data.outdated' });
  expect([rooms().value, rooms().context['data']]).toEqual(['loading', [room]]);
  await app.settle();
  expect(app.effects.rooms.list).toHaveBeenCalledTimes(2);
  app.flow('roomList').send({ type: 'resource.released' });
  app.flow('roomList').send({ type: 'data.outdated' });
  expect([rooms().value, rooms().context['data']]).toEqual(['empty', [room]]);
  expect(app.effects.rooms.list).toHaveBeenCalledTimes(2);
});

test.each([401, 403])('data is no longer shown after the server has refused it with %i', async (status) => {
  const app = await startApp();
  app.flow('roomList').send(use);
  await app.settle();
  app.effects.rooms.list.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  app.flow('roomList').send({ type: 'resource.refreshed' });
  await app.settle();
  expect(app.flow('roomList').getSnapshot().context['data']).toEqual([room]);
  app.effects.rooms.list.mockRejectedValueOnce(new Failure(status));
  app.flow('roomList').send({ type: 'resource.refreshed' });
  await app.settle();
  expect(app.flow('roomList').getSnapshot().context['data']).toBeNull();
});

test('initial data is shown at once, and reloaded on its first use', async () => {
  const initialRoom = { ...room, pricePerHour: 1 };
  const effects = { ...mockEffects(), initialData: { rooms: { key: 'chennai', data: [initialRoom] } } };
  const app = await startApp(effects);
  expect(app.flow('roomList').getSnapshot().context['data']).toEqual([initialRoom]);
  expect(app.flow('slots:1').getSnapshot().context['room']).toEqual(initialRoom);
  app.flow('roomList').send(use);
  expect(app.flow('roomList').getSnapshot().context['data']).toEqual([initialRoom]);
  await app.settle();
  expect(app.effects.rooms.list).toHaveBeenCalledTimes(1);
  expect(app.flow('roomList').getSnapshot().context['data']).toEqual([room]);
  expect(app.flow('slots:1').getSnapshot().context['room']).toEqual(room);
});

test('reloaded data that is unchanged stays the same object, so that views are not rendered again', async () => {
  const data = [structuredClone(room)];
  const effects = { ...mockEffects(), initialData: { rooms: { key: 'chennai', data } } };
  const app = await startApp(effects);
  app.flow('roomList').send(use);
  await app.settle();
  expect(app.effects.rooms.list).toHaveBeenCalledTimes(1);
  expect(app.flow('roomList').getSnapshot().context['data']).toBe(data);
});

test('initial data of another key is not shown', async () => {
  const effects = { ...mockEffects(), initialData: { rooms: { key: 'madurai', data: [room] } } };
  const app = await startApp(effects);
  app.flow('roomList').send(use);
  expect(app.flow('roomList').getSnapshot().context['data']).toBeNull();
});

test('initial data is kept when it cannot be reloaded', async () => {
  const effects = { ...mockEffects(), initialData: { rooms: { key: 'chennai', data: [room] } } };
  effects.rooms.list.mockRejectedValue(new Failure('FETCH_ERROR'));
  const app = await startApp(effects);
  app.flow('roomList').send(use);
  await app.settle();
  expect(app.flow('roomList').getSnapshot().context).toMatchObject({
    data: [room],
    failure: { status: 'FETCH_ERROR' },
  });
});

test('a failed load is retried when the page resumes, if a view still uses it', async () => {
  const effects = mockEffects();
  effects.rooms.list.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  effects.member.details.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  const app = await startApp(effects);
  app.flow('roomList').send(use);
  app.flow('member').send({ type: 'resource.used', key: '1' });
  app.flow('member').send({ type: 'resource.released' });
  await app.settle();
  expect(app.flow('roomList').getSnapshot().value).toBe('failed');
  app.actor.send({ type: 'app.resumed' });
  await app.settle();
  expect(app.flow('roomList').getSnapshot().context['data']).toEqual([room]);
  expect(effects.member.details).toHaveBeenCalledTimes(1);
  app.actor.send({ type: 'app.resumed' });
  await app.settle();
  expect(effects.rooms.list).toHaveBeenCalledTimes(2);
});

test('a load that was refused permanently is not retried automatically', async () => {
  const effects = mockEffects();
  effects.rooms.list.mockRejectedValueOnce(new Failure(404, 'not-found'));
  const app = await startApp(effects);
  app.flow('roomList').send(use);
  await app.settle();
  app.actor.send({ type: 'app.resumed' });
  await app.settle();
  expect(effects.rooms.list).toHaveBeenCalledTimes(1);
});
