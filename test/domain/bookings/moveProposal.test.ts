import { expect, test } from 'vitest';
import { proposedPlace, type RoomOfDay } from '../../../domain/bookings/moveProposal.ts';
import { slotsIn } from '../../../domain/time/slots.ts';

const room = (id: number, fields: Partial<RoomOfDay> = {}): RoomOfDay => ({
  id,
  capacity: 6,
  pricePerHour: 50_000,
  minSlots: 1,
  maxSlots: 48,
  open: { start: 16, end: 40 },
  taken: [],
  ...fields,
});
const range = { start: 20, end: 22 };
const own = room(1, { taken: slotsIn({ start: 18, end: 24 }) });
const proposed = (...others: readonly RoomOfDay[]) =>
  proposedPlace({ roomId: 1, range }, own, [own, ...others]);

test('the same times in the most similar room of the same size and price or better come first', () => {
  const larger = room(2, { capacity: 10 });
  const dearer = room(3, { pricePerHour: 60_000 });
  expect(proposed(larger, dearer)).toEqual({ roomId: 3, range });
  expect(proposed(larger, room(4))).toEqual({ roomId: 4, range });
});

test.each([
  ['smaller', { capacity: 4 }],
  ['cheaper', { pricePerHour: 40_000 }],
  ['too long for the room', { maxSlots: 1 }],
  ['too short for the room', { minSlots: 4 }],
  ['closed then', { open: { start: 30, end: 40 }, taken: slotsIn({ start: 30, end: 40 }) }],
  ['closed', { open: null }],
  ['taken', { taken: slotsIn({ start: 0, end: 48 }) }],
])('a room that is %s is not proposed: the nearest times in the own room are', (_what, fields) => {
  expect(proposed(room(2, fields))).toEqual({ roomId: 1, range: { start: 24, end: 26 } });
});

test('without a free time in the own room, the nearest times in a suitable one are proposed, or nothing', () => {
  const full = { ...own, taken: slotsIn({ start: 0, end: 48 }) };
  const propose = (...others: readonly RoomOfDay[]) =>
    proposedPlace({ roomId: 1, range }, full, [full, ...others]);
  const busy = room(2, { taken: slotsIn({ start: 16, end: 30 }) });
  const nearer = room(3, { capacity: 8, taken: slotsIn({ start: 20, end: 40 }) });
  expect(propose(busy, nearer)).toEqual({ roomId: 3, range: { start: 18, end: 20 } });
  expect(propose()).toBeNull();
});
