import { expect, test } from 'vitest';
import { blockedDays, countBlockedSlots } from '../../../domain/bookings/blockOut.ts';

const week = { firstDay: '2025-12-29', lastDay: '2026-01-04', every: 'day', exceptDays: [] } as const;

test('every day from the first to the last is blocked, over the end of a year', () => {
  expect(blockedDays({ ...week, lastDay: '2026-01-02' })).toEqual([
    '2025-12-29',
    '2025-12-30',
    '2025-12-31',
    '2026-01-01',
    '2026-01-02',
  ]);
});

test('once a week is the weekday of the first day, as long as it is not after the last', () => {
  expect(blockedDays({ ...week, every: 'week' })).toEqual(['2025-12-29']);
  expect(blockedDays({ ...week, every: 'week', lastDay: '2026-01-12' })).toEqual([
    '2025-12-29',
    '2026-01-05',
    '2026-01-12',
  ]);
});

test('a day that is left out is not blocked and takes no slots', () => {
  const exceptDays = ['2025-12-30', '2026-01-12'];
  const plan = { ...week, lastDay: '2025-12-31', exceptDays };
  expect(blockedDays(plan)).toEqual(['2025-12-29', '2025-12-31']);
  expect(countBlockedSlots({ ...plan, range: { start: 20, end: 24 } }, 3)).toBe(2 * 4 * 3);
});

test('a last day before the first blocks nothing', () => {
  expect(blockedDays({ ...week, lastDay: '2025-12-28' })).toEqual([]);
});

test('a block-out takes the slots of its time in each room on each day', () => {
  expect(countBlockedSlots({ ...week, range: { start: 20, end: 24 } }, 3)).toBe(7 * 4 * 3);
});
