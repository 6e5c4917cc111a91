import { expect, test } from 'vitest';
import { parsePoints, priceOfPoints } from '../../../domain/money/pointPurchase.ts';
import { monthOf } from '../../../domain/money/pointKinds.ts';

test('one to a hundred whole points can be bought', () => {
  expect(['1', ' 7 ', '100'].map(parsePoints)).toEqual([1, 7, 100]);
  expect(['0', '101', '999', '1.5', '-1', '', 'ten'].map(parsePoints)).toEqual(
    Array.from({ length: 7 }, () => null),
  );
});

test('a number of points costs its multiple of the price of a point', () => {
  expect(priceOfPoints(1, 708_00)).toBe(708_00);
  expect(priceOfPoints(100, 708_00)).toBe(70_800_00);
});

test('points belong to the month of their date', () => {
  expect(monthOf('2025-11-21')).toBe('2025-11');
});
