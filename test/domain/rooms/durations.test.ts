import { expect, test } from 'vitest';
import { durationsWith, durationText } from '../../../domain/rooms/durations.ts';

test('the search offers half an hour to twelve hours, and a duration of its address in order', () => {
  const standard = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 22, 24];
  expect(durationsWith('')).toEqual(standard);
  expect(durationsWith('90')).toEqual(standard);
  expect(durationsWith('270')).toEqual([...standard.slice(0, 8), 9, ...standard.slice(8)]);
});

test('a duration is written in minutes only below an hour', () => {
  expect([1, 2, 3].map(durationText)).toEqual(['30 minutes', '1 hour', '1.5 hours']);
});
