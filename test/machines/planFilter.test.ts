import { expect, test } from 'vitest';
import { instantOf } from '../../domain/time/calendar.ts';
import type { SlotRange } from '../../domain/time/slots.ts';
import type { DayPlan, PlanEntry } from '../../machines/desk/plan/dayPlan.ts';
import {
  areasOf,
  filteredPlan,
  filterParameters,
  planFilterErrors,
  planFilterOf,
} from '../../machines/desk/plan/planFilter.ts';

const DATE = '2025-11-25';
const AREAS = ['Adyar', 'Guindy', 'T. Nagar'];
/** 60 rooms: the areas in turn, 4 to 23 seats, open from 8 AM to 8 PM; every fifth is closed. */
const rooms = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  name: `Room ${index + 1}`,
  area: AREAS[index % 3] as string,
  capacity: 4 + (index % 20),
  pricePerHour: 100_00,
  open: index % 5 === 4 ? null : { start: 16, end: 40 },
}));
const booked = (roomId: number, range: SlotRange): PlanEntry => ({
  kind: 'booking',
  id: `${roomId} ${range.start}`,
  roomId,
  range,
  who: 'Meera',
  until: null,
  method: null,
  amount: null,
  arrival: null,
  hasNote: false,
});
const plan: DayPlan = {
  date: DATE,
  rooms,
  entries: [
    booked(1, { start: 20, end: 22 }),
    booked(2, { start: 22, end: 24 }),
    booked(3, { start: 18, end: 20 }),
  ],
  buffers: [
    { roomId: 20, range: { start: 30, end: 31 } },
    { roomId: 21, range: { start: 30, end: 31 } },
  ],
};
const dayBefore = instantOf('2025-11-24', 20);
const filtered = (query: string, now = dayBefore) =>
  filteredPlan(plan, planFilterOf(new URLSearchParams(query)), now);
const idsOf = (query: string, now?: number) => filtered(query, now).rooms.map(({ id }) => id);

test('without a filter the plan is the same object', () => {
  expect(filtered('')).toBe(plan);
  expect(filtered('date=2025-11-25&seats=&area=')).toBe(plan);
});

test('rooms are filtered by seats, by area, and by both', () => {
  expect(filtered('seats=23').buffers.map(({ roomId }) => roomId)).toEqual([20]);
  expect(idsOf('seats=23')).toEqual([20, 40, 60]);
  expect(idsOf('seats=24')).toEqual([]);
  expect(idsOf('area=Guindy')).toHaveLength(20);
  expect(idsOf('area=Guindy&seats=23')).toEqual([20]);
  expect(idsOf('area=Nowhere')).toEqual([]);
});

test('a room is free in a range when it is open and nothing overlaps the range', () => {
  const free = idsOf('from=10:00&to=11:00');
  expect(free).toHaveLength(47);
  // Room 1 is booked then; those of rooms 2 and 3 end or begin at the boundary; room 5 is closed.
  expect(free.slice(0, 4)).toEqual([2, 3, 4, 6]);
  expect(idsOf('from=07:30&to=08:30')).toEqual([]);
  expect(idsOf('from=19:00&to=20:00')).toHaveLength(48);
  expect(idsOf('from=19:00&to=20:30')).toEqual([]);
});

test('times that have begun are not free', () => {
  expect(idsOf('from=10:00&to=11:00', instantOf(DATE, 21))).toEqual([]);
  expect(idsOf('from=12:00&to=13:00', instantOf(DATE, 21))).toHaveLength(48);
});

test('entries of rooms that are not shown are left out', () => {
  expect(filtered('area=Adyar').entries.map(({ roomId }) => roomId)).toEqual([1]);
});

test.each([
  'seats=0',
  'seats=-3',
  'seats=many',
  'from=10:00',
  'to=11:00',
  'from=11:00&to=11:00',
  'from=1&to=2',
])('an address with %s is one without it', (query) => expect(filtered(query)).toBe(plan));

test('the form says what it refuses', () => {
  expect(planFilterErrors({ seats: '', area: '', from: '', to: '' })).toEqual({});
  expect(planFilterErrors({ seats: ' 12 ', from: '10:00', to: '24:00' })).toEqual({});
  expect(Object.keys(planFilterErrors({ seats: 'ten', from: '10:00', to: '' }))).toEqual(['seats', 'to']);
  expect(Object.keys(planFilterErrors({ from: '', to: '10:00' }))).toEqual(['from']);
  expect(Object.keys(planFilterErrors({ from: '10:00', to: '09:30' }))).toEqual(['to']);
});

test('only the parameters of the filter stay with another day', () => {
  const kept = filterParameters(new URLSearchParams('date=2025-11-25&booking=1&seats= 12 &area=&from=10:00'));
  expect(kept.toString()).toBe('seats=12&from=10%3A00');
  expect(areasOf(plan)).toEqual(AREAS);
});
