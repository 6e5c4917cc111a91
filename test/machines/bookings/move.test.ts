import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SLOTS_PER_DAY, slotsIn } from '../../../domain/time/slots.ts';
import type { LiveEvent } from '../../../machines/rooms/live/events.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { freeEnds, freeStarts } from '../../../machines/bookings/move/setup.ts';
import { DATE, NOON, otherRoom, room } from '../../fixtures/booking.ts';
import { card, bookingDetails, movingHour, moveTerms } from '../../fixtures/bookingDetails.ts';
import { mockEffects, type RunningApp, startApp } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const move = (app: RunningApp) => app.flow('move');
const context = (app: RunningApp) => move(app).getSnapshot().context;

async function pendingMove(effects = mockEffects()): Promise<RunningApp> {
  const app = await startApp(effects);
  move(app).send({ type: 'move.opened', booking: bookingDetails });
  await app.settle();
  return app;
}

test('the slots of the booking itself are free for its move, and the slots of other bookings are not', async () => {
  const effects = mockEffects();
  effects.rooms.taken.mockResolvedValue([18, 19, 20, 24]);
  const app = await pendingMove(effects);
  expect(context(app)).toMatchObject({ start: 18, end: 21, taken: [24] });
  move(app).send({ type: 'move.startChosen', slot: 22 });
  // With the old length, the range would include the taken slot.
  expect(context(app)).toMatchObject({ start: 22, end: null });
  expect(freeEnds(context(app))).toEqual([23, 24]);
  expect(freeStarts(context(app))).not.toContain(24);
  expect(freeStarts(context(app))).toContain(18);
});

test('the terms are loaded only when another room, date or time is selected', async () => {
  const effects = mockEffects();
  effects.rooms.taken.mockResolvedValue([]);
  const app = await pendingMove(effects);
  expect(effects.moves.terms).not.toHaveBeenCalled();
  move(app).send({ type: 'move.endChosen', slot: 22 });
  await app.settle();
  expect(effects.moves.terms).toHaveBeenCalledTimes(1);
  move(app).send({ type: 'move.endChosen', slot: 21 });
  await app.settle();
  expect(effects.moves.terms).toHaveBeenCalledTimes(1);
  expect(context(app)).toMatchObject({ terms: null, failure: null });
  move(app).send({ type: 'move.roomChosen', roomId: otherRoom.id });
  await app.settle();
  expect(effects.moves.terms).toHaveBeenCalledTimes(2);
});

test('the terms of an unpaid move are loaded at once', async () => {
  const effects = mockEffects();
  effects.rooms.taken.mockResolvedValue([]);
  const app = await startApp(effects);
  move(app).send({ type: 'move.opened', booking: movingHour });
  await app.settle();
  expect(effects.moves.terms).toHaveBeenCalledTimes(1);
});

test('the length is kept when another start is selected', async () => {
  const effects = mockEffects();
  effects.rooms.taken.mockResolvedValue([]);
  const app = await pendingMove(effects);
  move(app).send({ type: 'move.startChosen', slot: 28 });
  await app.settle();
  expect(effects.moves.terms).toHaveBeenLastCalledWith(
    { bookingId: 'booking-1', roomId: room.id, date: DATE, range: { start: 28, end: 31 } },
    expect.any(AbortSignal),
  );
});

test('a range that is not free in another room is kept, and selected again in a room where it is free', async () => {
  const effects = mockEffects();
  effects.rooms.taken.mockResolvedValue([20]);
  const app = await pendingMove(effects);
  expect(context(app)).toMatchObject({ start: 18, end: 21, missed: null });
  move(app).send({ type: 'move.roomChosen', roomId: otherRoom.id });
  await app.settle();
  expect(context(app)).toMatchObject({ start: 18, end: null, missed: { start: 18, end: 21 } });
  effects.rooms.taken.mockResolvedValue([18]);
  move(app).send({ type: 'move.dateChosen', date: '2025-11-25' });
  await app.settle();
  expect(context(app)).toMatchObject({ start: null, end: null, missed: { start: 18, end: 21 } });
  // The length is kept for another start.
  move(app).send({ type: 'move.startChosen', slot: 28 });
  expect(context(app)).toMatchObject({ start: 28, end: 31, missed: null });
  effects.rooms.taken.mockResolvedValue([30]);
  move(app).send({ type: 'move.dateChosen', date: '2025-11-26' });
  await app.settle();
  expect(context(app)).toMatchObject({ start: 28, end: null, missed: { start: 28, end: 31 } });
  effects.rooms.taken.mockResolvedValue([]);
  move(app).send({ type: 'move.roomChosen', roomId: room.id });
  await app.settle();
  expect(context(app)).toMatchObject({ start: 28, end: 31, missed: null });
  expect(effects.moves.terms).toHaveBeenLastCalledWith(
    { bookingId: 'booking-1', roomId: room.id, date: '2025-11-26', range: { start: 28, end: 31 } },
    expect.any(AbortSignal),
  );
});

test('a move without a difference is made at once, and the booking is loaded again', async () => {
  const effects = mockEffects();
  effects.rooms.taken.mockResolvedValue([]);
  const app = await pendingMove(effects);
  app.flow('booking').send({ type: 'resource.used', key: 'booking-1' });
  await app.settle();
  move(app).send({ type: 'move.startChosen', slot: 28 });
  await app.settle();
  move(app).send({ type: 'move.confirmed', room });
  move(app).send({ type: 'move.confirmed', room });
  await app.settle();
  expect(effects.moves.move).toHaveBeenCalledExactlyOnceWith(
    { bookingId: 'booking-1', roomId: room.id, date: DATE, range: { start: 28, end: 31 } },
    moveTerms,
  );
  expect(app.toasts()).toEqual(['success: Your booking has been moved.']);
  expect(app.visited).toEqual(['/my-bookings/booking-1']);
  expect(effects.booking.details).toHaveBeenCalledTimes(2);
});

test('a difference by card is paid in the checkout', async () => {
  const effects = mockEffects();
  effects.rooms.taken.mockResolvedValue([]);
  effects.moves.terms.mockResolvedValue({ ...moveTerms, sequence: 3, difference: card(29_500) });
  const app = await pendingMove(effects);
  move(app).send({ type: 'move.startChosen', slot: 28 });
  await app.settle();
  move(app).send({ type: 'move.confirmed', room });
  await app.settle();
  expect(effects.moves.move).not.toHaveBeenCalled();
  expect(app.visited).toEqual(['/meeting-room/booking']);
  // "Pay … and move" was the confirmation.
  expect(app.flow('checkout').getSnapshot().matches('reviewing')).toBe(false);
  expect(app.flow('checkout').getSnapshot().context['selection']).toEqual({
    room,
    date: DATE,
    range: { start: 28, end: 31 },
    pendingMove: {
      bookingId: 'booking-1',
      sequence: 3,
      difference: 29_500,
      refund: 88_500,
      terms: moveTerms.terms,
    },
  });
});

test('when the times were taken, an alternative of the server can be chosen', async () => {
  const effects = mockEffects();
  effects.rooms.taken.mockResolvedValue([]);
  const app = await pendingMove(effects);
  const taken = new Failure(409, 'slot-taken', 'Someone else has just taken these times', {
    alternatives: { times: [{ start: 30, end: 33 }], rooms: [otherRoom] },
  });
  effects.moves.move.mockRejectedValueOnce(taken);
  effects.rooms.taken.mockResolvedValue([20]);
  move(app).send({ type: 'move.startChosen', slot: 20 });
  await app.settle();
  move(app).send({ type: 'move.confirmed', room });
  await app.settle();
  const refusedTarget = { roomId: room.id, range: { start: 20, end: 23 } };
  expect(context(app)).toMatchObject({ refusedTarget, failure: { details: taken.details } });
  effects.rooms.taken.mockResolvedValue([]);
  move(app).send({ type: 'move.alternativeChosen', roomId: otherRoom.id, range: refusedTarget.range });
  await app.settle();
  expect(effects.rooms.taken).toHaveBeenLastCalledWith(
    { roomId: otherRoom.id, date: DATE },
    expect.any(AbortSignal),
  );
  expect(effects.moves.terms).toHaveBeenLastCalledWith(
    { bookingId: 'booking-1', roomId: otherRoom.id, date: DATE, range: refusedTarget.range },
    expect.any(AbortSignal),
  );
  expect(context(app)).toMatchObject({ failure: null, terms: moveTerms });
});

test('a difference in points is paid at once', async () => {
  const effects = mockEffects();
  effects.rooms.taken.mockResolvedValue([]);
  effects.moves.terms.mockResolvedValue({ ...moveTerms, difference: { with: 'points', amount: 1 } });
  const app = await pendingMove(effects);
  move(app).send({ type: 'move.startChosen', slot: 28 });
  await app.settle();
  move(app).send({ type: 'move.confirmed', room });
  await app.settle();
  expect(effects.moves.move).toHaveBeenCalledTimes(1);
  expect(app.visited).toEqual(['/my-bookings/booking-1']);
});

test('when the times were taken, the availability is loaded again, and the rest of the selection is kept', async () => {
  const effects = mockEffects();
  effects.rooms.taken.mockResolvedValue([]);
  effects.moves.move.mockRejectedValue(new Failure(409, 'slot-taken', 'Someone else has taken these times'));
  const app = await pendingMove(effects);
  effects.rooms.taken.mockResolvedValue([26]);
  move(app).send({ type: 'move.startChosen', slot: 25 });
  await app.settle();
  move(app).send({ type: 'move.confirmed', room });
  await app.settle();
  expect(context(app)).toMatchObject({ date: DATE, roomId: room.id, start: 25, end: null, taken: [26] });
  expect(context(app).failure).toMatchObject({ code: 'slot-taken' });
});

test('the slots of the booking outside shortened opening hours stay choosable, so that it can be shortened', async () => {
  const effects = mockEffects();
  // The room now closes at 10:00: the effects count the later slots as taken.
  const closed = slotsIn({ start: 20, end: SLOTS_PER_DAY });
  effects.rooms.taken.mockResolvedValue([18, 19, ...closed]);
  const app = await pendingMove(effects);
  expect(context(app)).toMatchObject({ start: 18, end: 21 });
  expect(freeEnds(context(app))).toEqual([19, 20, 21]);
  move(app).send({ type: 'move.startChosen', slot: 20 });
  expect(freeEnds(context(app))).toEqual([21]);
});

test('alternatives are asked again when others book or release, and refused times that are free again can be chosen', async () => {
  const effects = mockEffects();
  effects.rooms.taken.mockResolvedValue([]);
  const refusal = (times: readonly number[]) =>
    new Failure(409, 'slot-taken', '', {
      alternatives: { times: times.map((start) => ({ start, end: start + 3 })), rooms: [] },
    });
  effects.moves.terms.mockRejectedValueOnce(refusal([30, 36]));
  const app = await pendingMove(effects);
  let emit: (event: LiveEvent) => void = () => undefined;
  effects.rooms.watch.mockImplementation((_date, listener) => {
    emit = listener;
    return () => undefined;
  });
  move(app).send({ type: 'move.startChosen', slot: 28 });
  await app.settle();
  app.flow('moveLive').send({ type: 'live.dateChosen', date: DATE });
  app.flow('moveLive').send({ type: 'live.shown' });
  emit({ type: 'live.opened' });

  effects.moves.terms.mockRejectedValueOnce(refusal([36]));
  emit({ type: 'live.changed', roomId: room.id });
  await app.settle();
  expect(context(app).failure?.details.alternatives?.times).toHaveLength(1);
  expect(context(app)).toMatchObject({ start: 28, end: 31 });

  // A failure of the connection keeps what is known.
  effects.moves.terms.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  emit({ type: 'live.changed', roomId: room.id });
  await app.settle();
  expect(context(app).failure?.code).toBe('slot-taken');

  emit({ type: 'live.changed', roomId: room.id });
  await app.settle();
  expect(context(app)).toMatchObject({ failure: null, terms: moveTerms, start: 28, end: 31 });
});
