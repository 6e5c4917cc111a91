import { expect, test } from 'vitest';
import type { DayPlan, PlanEntry } from '../../machines/desk/plan/dayPlan.ts';
import { instantOf } from '../../domain/time/calendar.ts';
import type { SlotRange } from '../../domain/time/slots.ts';
import { defaultEnd, firstFreeSlot, freeTimes } from '../../machines/desk/plan/freeSlot.ts';

const DATE = '2025-11-25';
const room = (id: number, open: SlotRange | null = { start: 12, end: 48 }) => ({
  id,
  name: `Room ${id}`,
  area: '',
  capacity: 4,
  pricePerHour: 100_00,
  open,
});
const entry = (roomId: number, start: number, end: number): PlanEntry => ({
  kind: 'booking',
  id: `${roomId} ${start}`,
  roomId,
  range: { start, end },
  who: 'Meera',
  until: null,
  method: null,
  amount: null,
  arrival: null,
  hasNote: false,
});
const plan = (rooms: DayPlan['rooms'], ...entries: PlanEntry[]): DayPlan => ({
  date: DATE,
  rooms,
  entries,
  buffers: [],
});
const dayBefore = instantOf('2025-11-24', 20);

test('a new booking starts at 9 AM or later, in the first room that is open and free', () => {
  expect(firstFreeSlot(plan([room(1), room(2)]), dayBefore)).toEqual({ roomId: 1, start: 18 });
  expect(firstFreeSlot(plan([room(1), room(2)], entry(1, 16, 20)), dayBefore)).toEqual({
    roomId: 2,
    start: 18,
  });
  expect(firstFreeSlot(plan([room(1)], entry(1, 16, 20)), dayBefore)).toEqual({ roomId: 1, start: 20 });
  expect(firstFreeSlot(plan([room(1, null), room(2, { start: 20, end: 24 })]), dayBefore)).toEqual({
    roomId: 2,
    start: 20,
  });
});

test('the free times of a room are those between its bookings while it is open, from now on', () => {
  const day = plan([room(1), room(2, null)], entry(1, 30, 34), entry(1, 10, 14), entry(1, 34, 36));
  expect(freeTimes(day, dayBefore)).toEqual([
    {
      name: 'Room 1',
      free: [
        { start: 14, end: 30 },
        { start: 36, end: 48 },
      ],
    },
    { name: 'Room 2', free: [] },
  ]);
  expect(freeTimes(day, instantOf(DATE, 38))[0]?.free).toEqual([{ start: 39, end: 48 }]);
});

test('times that stay free between bookings are not free to book', () => {
  const buffers = [{ roomId: 1, range: { start: 18, end: 20 } }];
  const day = { ...plan([room(1)], entry(1, 20, 22)), buffers };
  expect(firstFreeSlot(day, dayBefore)).toEqual({ roomId: 1, start: 22 });
  expect(freeTimes(day, dayBefore)[0]?.free[0]).toEqual({ start: 12, end: 18 });
  expect(defaultEnd(day, { roomId: 1, start: 17 })).toBe(18);
});

test('a new booking starts before 9 AM only when no later time is free, and never in the past', () => {
  expect(firstFreeSlot(plan([room(1)], entry(1, 18, 48)), dayBefore)).toEqual({ roomId: 1, start: 12 });
  expect(firstFreeSlot(plan([room(1)]), instantOf(DATE, 30) + 1)).toEqual({ roomId: 1, start: 31 });
  expect(firstFreeSlot(plan([room(1)], entry(1, 0, 48)), dayBefore)).toBeNull();
  expect(firstFreeSlot(plan([room(1)]), instantOf('2025-11-26', 0))).toBeNull();
});

test('a new booking lasts one hour, or until the next booking of the room', () => {
  const dayPlan = plan([room(1), room(2)], entry(1, 20, 22));
  expect(defaultEnd(dayPlan, { roomId: 1, start: 18 })).toBe(20);
  expect(defaultEnd(dayPlan, { roomId: 1, start: 19 })).toBe(20);
  expect(defaultEnd(dayPlan, { roomId: 2, start: 19 })).toBe(21);
  expect(defaultEnd(dayPlan, { roomId: 2, start: 47 })).toBe(48);
  expect(defaultEnd(null, { roomId: 2, start: 18 })).toBe(20);
});
