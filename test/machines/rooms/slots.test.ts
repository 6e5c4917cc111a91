import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { instantOf } from '../../../domain/time/calendar.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { DATE, NOON, room } from '../../fixtures/booking.ts';
import { noPersistedState, mockEffects, startApp, startBooking } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

async function startChoosing(effects = mockEffects(), date = DATE) {
  const app = await startApp(effects);
  app.flow('roomList').send({ type: 'resource.used', key: 'chennai' });
  await app.settle();
  app.flow('search').send({ type: 'search.changed', field: 'date', value: date });
  app.flow('search').send({ type: 'search.submitted' });
  await app.settle();
  return { app, slots: app.flow('slots:1') };
}

test('every room has a slots actor, which waits for a date', async () => {
  const effects = mockEffects();
  effects.rooms.list.mockResolvedValue([room, { ...room, id: 2 }]);
  const app = await startApp(effects);
  app.flow('roomList').send({ type: 'resource.used', key: 'chennai' });
  await app.settle();
  expect(app.flow('slots:1').getSnapshot().value).toMatchObject({ day: 'noDate' });
  expect(app.flow('slots:2').getSnapshot().value).toMatchObject({ day: 'noDate' });
  expect(effects.rooms.taken).not.toHaveBeenCalled();
});

test('View Slots loads the taken slots of the day', async () => {
  const { app, slots } = await startChoosing();
  expect(app.effects.rooms.taken).toHaveBeenCalledWith({ roomId: 1, date: DATE }, expect.anything());
  expect(slots.getSnapshot().value).toMatchObject({ day: { ready: 'choosing' } });
  expect(slots.getSnapshot().context['taken']).toEqual([18]);
});

test('a click on a taken slot shows slot-unavailable and does not select it', async () => {
  const { app, slots } = await startChoosing();
  slots.send({ type: 'slots.clicked', slot: 18 });
  expect(app.toasts()).toEqual(['error: slot-unavailable']);
  expect(slots.getSnapshot().context['selection']).toEqual([]);
});

test('a pressed slot has started when its time has begun', async () => {
  const effects = mockEffects();
  effects.rooms.taken.mockResolvedValue([25]);
  const { slots } = await startChoosing(effects, '2025-11-20');
  slots.send({ type: 'slots.clicked', slot: 25 });
  expect(slots.getSnapshot().context['missed']).toMatchObject({ hasStarted: false });
});

test('Book now without a selection asks for one', async () => {
  const { app, slots } = await startChoosing();
  slots.send({ type: 'slots.bookPressed' });
  expect(app.toasts()).toEqual(['error: Please Select any slot']);
  expect(app.visited).toEqual([]);
});

test('Book now opens the booking screen with the selected slots', async () => {
  const app = await startBooking();
  expect(app.visited).toEqual(['/meeting-room/booking']);
  expect(app.flow('checkout').getSnapshot().context['selection']).toEqual({
    room,
    date: DATE,
    range: { start: 20, end: 23 },
  });
});

test('a selected slot that someone else takes is deselected with a toast', async () => {
  const effects = mockEffects();
  const { app, slots } = await startChoosing(effects);
  slots.send({ type: 'slots.clicked', slot: 20 });
  effects.rooms.taken.mockResolvedValue([20]);
  app.actor.send({ type: 'app.resumed' });
  await app.settle();
  expect(slots.getSnapshot().context['selection']).toEqual([]);
  expect(app.toasts()).toEqual(['error: slot-unavailable']);
});

test('another date starts without a selection; the same date keeps it', async () => {
  const { app, slots } = await startChoosing();
  slots.send({ type: 'slots.clicked', slot: 20 });
  app.flow('search').send({ type: 'search.submitted' });
  await app.settle();
  expect(slots.getSnapshot().context['selection']).toEqual([20]);
  app.flow('search').send({ type: 'search.changed', field: 'date', value: '2025-11-25' });
  app.flow('search').send({ type: 'search.submitted' });
  await app.settle();
  expect(slots.getSnapshot().context['selection']).toEqual([]);
});

test('the selection survives a reload', async () => {
  const effects = mockEffects();
  effects.storage.load.mockReturnValue({
    ...noPersistedState,
    search: { date: DATE, headcount: '2', location: 'chennai', startTime: '08:00:00' },
    slots: { 1: { date: DATE, selection: [20, 21] } },
  });
  const app = await startApp(effects);
  app.flow('roomList').send({ type: 'resource.used', key: 'chennai' });
  await app.settle();
  expect(app.flow('search').getSnapshot().value).toEqual({ results: 'showing' });
  expect(app.flow('slots:1').getSnapshot().value).toMatchObject({ day: { ready: 'choosing' } });
  expect(app.flow('slots:1').getSnapshot().context['selection']).toEqual([20, 21]);
});

test('slots of today are loaded again when the next one starts', async () => {
  const effects = mockEffects();
  const { app } = await startChoosing(effects, '2025-11-20');
  expect(effects.rooms.taken).toHaveBeenCalledTimes(1);
  await app.settle(instantOf('2025-11-20', 25) - Date.now());
  expect(effects.rooms.taken).toHaveBeenCalledTimes(2);
});

test('a failed load can be retried', async () => {
  const effects = mockEffects();
  effects.rooms.taken.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  const { app, slots } = await startChoosing(effects);
  expect(slots.getSnapshot().value).toMatchObject({ day: 'failed' });
  slots.send({ type: 'slots.outdated' });
  await app.settle();
  expect(slots.getSnapshot().value).toMatchObject({ day: { ready: 'choosing' } });
});

test('a failed refresh keeps the known availability', async () => {
  const effects = mockEffects();
  const { app, slots } = await startChoosing(effects);
  effects.rooms.taken.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  app.flow('rooms').send({ type: 'data.outdated' });
  await app.settle();
  expect(slots.getSnapshot().value).toMatchObject({ day: { ready: 'choosing' } });
  expect(slots.getSnapshot().context['taken']).toEqual([18]);
});

test('when someone else takes slots, only their room is loaded again', async () => {
  const effects = mockEffects();
  const neighbour = { ...room, id: 2, roomName: 'Round Oak' };
  effects.rooms.list.mockResolvedValue([room, neighbour]);
  const app = await startApp(effects);
  app.flow('roomList').send({ type: 'resource.used', key: 'chennai' });
  await app.settle();
  app.flow('search').send({ type: 'search.changed', field: 'date', value: DATE });
  app.flow('search').send({ type: 'search.submitted' });
  await app.settle();
  app.flow('live').send({ type: 'live.shown' });
  expect(effects.rooms.watch).toHaveBeenCalledExactlyOnceWith(DATE, expect.any(Function));
  const [, emit] = effects.rooms.watch.mock.lastCall ?? [];
  emit?.({ type: 'live.opened' });
  effects.rooms.taken.mockClear();
  effects.rooms.taken.mockResolvedValue([20]);
  emit?.({ type: 'live.changed', roomId: 2 });
  await app.settle();
  expect(effects.rooms.taken).toHaveBeenCalledExactlyOnceWith({ roomId: 2, date: DATE }, expect.anything());
  emit?.({ type: 'live.changed', roomId: null });
  await app.settle();
  expect(effects.rooms.taken).toHaveBeenCalledTimes(3);
});

test('Book now refuses a slot that has started since it was selected, even when no timer ran', async () => {
  const { app, slots } = await startChoosing(mockEffects(), '2025-11-20');
  slots.send({ type: 'slots.clicked', slot: 25 });
  vi.setSystemTime(instantOf('2025-11-20', 25));
  slots.send({ type: 'slots.bookPressed' });
  expect(app.visited).toEqual([]);
  expect(app.toasts()).toEqual(['error: slot-unavailable']);
  expect(slots.getSnapshot().context['selection']).toEqual([]);
});

test('a persisted selection of another day is ignored', async () => {
  const effects = mockEffects();
  effects.storage.load.mockReturnValue({
    ...noPersistedState,
    slots: { 1: { date: '2025-11-19', selection: [20] } },
  });
  const app = await startApp(effects);
  app.flow('roomList').send({ type: 'resource.used', key: 'chennai' });
  await app.settle();
  app.flow('slots:1').send({ type: 'slots.bookPressed' });
  expect(app.toasts()).toEqual(['error: Please Select any slot']);
  expect(app.visited).toEqual([]);
});

test('the people of the search come along to the checkout, and stay when other times of the room are chosen', async () => {
  const { app, slots } = await startChoosing();
  const headcount = () =>
    (app.flow('checkout').getSnapshot().context['selection'] as { headcount?: number }).headcount;
  slots.send({ type: 'slots.clicked', slot: 20 });
  slots.send({ type: 'slots.bookPressed' });
  // One is what the form starts with.
  expect(headcount()).toBeUndefined();
  app.flow('search').send({ type: 'search.changed', field: 'headcount', value: '3' });
  app.flow('search').send({ type: 'search.submitted' });
  await app.settle();
  slots.send({ type: 'slots.clicked', slot: 20 });
  slots.send({ type: 'slots.bookPressed' });
  expect(headcount()).toBe(3);
  app.flow('checkout').send({
    type: 'checkout.started',
    selection: { room, date: DATE, range: { start: 24, end: 26 } },
  });
  expect(headcount()).toBe(3);
});
