import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../machines/failure.ts';
import { DATE, NOON, room } from '../fixtures/booking.ts';
import { waiting } from '../fixtures/waitlist.ts';
import { quietEffects, startApp } from './startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

async function startChoosing(effects = quietEffects()) {
  const app = await startApp(effects);
  app.flow('rooms').send({ type: 'resource.used', key: 'chennai' });
  await app.settle();
  app.flow('search').send({ type: 'search.changed', field: 'date', value: DATE });
  app.flow('search').send({ type: 'search.submitted' });
  await app.settle();
  return { app, slots: app.flow('slots:1'), waitlist: app.flow('waitlist') };
}

test('slots that others take are named, and the longest part of the choice that is left stays chosen', async () => {
  const effects = quietEffects();
  const { app, slots, waitlist } = await startChoosing(effects);
  for (const slot of [20, 21, 22, 23]) slots.send({ type: 'slots.clicked', slot });
  effects.rooms.taken.mockResolvedValue(['10:30:00']);
  app.actor.send({ type: 'slots.outdated' });
  await app.settle();
  expect(slots.getSnapshot().context['selection']).toEqual([22, 23]);
  expect(app.toasts()).toEqual(['error: slot-unavailable']);
  expect(waitlist.getSnapshot().context['missed']).toEqual({
    room,
    date: DATE,
    range: { start: 20, end: 24 },
    lost: [21],
    kept: { start: 22, end: 24 },
  });
  slots.send({ type: 'slots.clicked', slot: 24 });
  expect(waitlist.getSnapshot().context['missed']).toBeNull();
});

test('taken slots that are pressed one after the other are one range to wait for, once', async () => {
  const effects = quietEffects();
  effects.rooms.taken.mockResolvedValue(['09:00:00', '09:30:00', '11:00:00']);
  const { app, slots, waitlist } = await startChoosing(effects);
  for (const slot of [18, 19]) slots.send({ type: 'slots.clicked', slot });
  waitlist.send({ type: 'waitlist.asked' });
  waitlist.send({ type: 'waitlist.asked' });
  await app.settle();
  expect(effects.waitlist.join).toHaveBeenCalledExactlyOnceWith({
    roomId: 1,
    date: DATE,
    range: { start: 18, end: 20 },
  });
  expect(waitlist.getSnapshot().hasTag('joined')).toBe(true);
  slots.send({ type: 'slots.clicked', slot: 22 });
  expect(waitlist.getSnapshot().context['missed']).toMatchObject({ range: { start: 22, end: 23 } });
});

test('the same times in another room go straight to the booking', async () => {
  const { app, slots, waitlist } = await startChoosing();
  slots.send({ type: 'slots.clicked', slot: 18 });
  const other = { ...room, id: 2, room_name: 'Round Oak' };
  waitlist.send({ type: 'waitlist.roomChosen', room: other });
  expect(app.visited).toEqual(['/meeting-room/booking']);
  expect(app.flow('checkout').getSnapshot().context['selection']).toEqual({
    room: other,
    date: DATE,
    range: { start: 18, end: 19 },
  });
  expect(waitlist.getSnapshot().context['missed']).toBeNull();
});

test('a visitor who is not signed in is led there and back, and what was missed is still there', async () => {
  const effects = quietEffects();
  effects.waitlist.join.mockRejectedValueOnce(new Failure(401, 'unauthenticated'));
  const { app, slots, waitlist } = await startChoosing(effects);
  slots.send({ type: 'slots.clicked', slot: 18 });
  waitlist.send({ type: 'waitlist.asked' });
  await app.settle();
  expect(app.visited).toEqual(['/login?next=/meeting-room']);
  waitlist.send({ type: 'waitlist.asked' });
  await app.settle();
  expect(waitlist.getSnapshot().hasTag('joined')).toBe(true);
});

test('what one waits for is listed, booked in the checkout, and left', async () => {
  const effects = quietEffects();
  effects.waits.mine.mockResolvedValueOnce([waiting]);
  const app = await startApp(effects);
  const waits = app.flow('waits');
  waits.send({ type: 'waits.shown' });
  await app.settle();
  waits.send({ type: 'waits.bookPressed', entry: waiting });
  expect(app.visited).toEqual(['/meeting-room/booking']);
  expect(app.flow('checkout').getSnapshot().context['selection']).toEqual({
    room,
    date: DATE,
    range: { start: 20, end: 22 },
  });
  waits.send({ type: 'waits.leavePressed', id: waiting.id });
  waits.send({ type: 'waits.leavePressed', id: waiting.id });
  await app.settle();
  expect(effects.waits.leave).toHaveBeenCalledExactlyOnceWith(waiting.id);
  expect(app.toasts()).toEqual(['success: You are off the waiting list.']);
  expect(waits.getSnapshot().context['entries']).toEqual([]);
});
