import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isKnownTaken } from '../../machines/rooms/search/view.ts';
import { knownSlotsOf } from '../../src/rooms/knownSlots.ts';
import type { RoomSlotsActor } from '../../src/app/system/flows.ts';
import { DATE, NOON, room } from '../fixtures/booking.ts';
import { mockEffects, startApp } from '../machines/startApp.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => void vi.useRealTimers());

test('an alternative is withdrawn when somebody else takes it, and offered as long as its day is unknown', async () => {
  const effects = mockEffects();
  effects.rooms.taken.mockResolvedValue([]);
  const app = await startApp(effects);
  app.flow('roomList').send({ type: 'resource.used', key: 'chennai' });
  await app.settle();
  const store = knownSlotsOf([app.actor.system.get('slots:1') as RoomSlotsActor]);
  const onChange = vi.fn();
  const stop = store.subscribe(onChange);
  const isTaken = (date = DATE) => isKnownTaken(store.days(), room.id, date, { start: 20, end: 22 });
  expect([store.days(), isTaken()]).toEqual([[], false]);

  app.flow('slots:1').send({ type: 'slots.dateChosen', date: DATE });
  await app.settle();
  expect([isTaken(), isTaken('2025-11-25')]).toEqual([false, false]);
  expect(store.days()).toBe(store.days());

  effects.rooms.taken.mockResolvedValue([21]);
  onChange.mockClear();
  app.flow('slots:1').send({ type: 'slots.outdated' });
  await app.settle();
  expect(onChange).toHaveBeenCalled();
  expect([isTaken(), isTaken('2025-11-25')]).toEqual([true, false]);
  stop();
});
