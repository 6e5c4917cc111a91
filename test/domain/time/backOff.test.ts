import { expect, test } from 'vitest';
import { backOff } from '../../../domain/time/backOff.ts';

test('a pause doubles with each failure, up to the longest', () => {
  expect([1, 2, 3, 4, 5].map((failures) => backOff(failures, 2_000, 10_000))).toEqual([
    2_000, 4_000, 8_000, 10_000, 10_000,
  ]);
  expect(backOff(4, 2_000)).toBe(16_000);
  expect(backOff(5_000, 2_000, 60_000)).toBe(60_000);
});
