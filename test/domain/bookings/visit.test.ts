import { expect, test } from 'vitest';
import { headcountIn, tooSmallText } from '../../../domain/bookings/visit.ts';

test.each([
  ['12', 12],
  [' 7 ', 7],
  ['', undefined],
  ['0', undefined],
  ['1000', undefined],
  ['2.5', undefined],
  ['-3', undefined],
])('%j people are read as %j', (text, people) => {
  expect(headcountIn(text)).toBe(people);
});

test('a room that is too small for the people says so, and others do not', () => {
  expect(tooSmallText(5, 4)).toBe('This room takes up to 4 people, and you entered 5.');
  expect(tooSmallText(4, 4)).toBeNull();
  expect(tooSmallText(undefined, 4)).toBeNull();
});
