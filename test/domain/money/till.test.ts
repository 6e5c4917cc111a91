import { expect, test } from 'vitest';
import { parseCounted } from '../../../domain/money/till.ts';

test.each([
  ['1200', 1200_00],
  [' 1,20,000.5 ', 120_000_50],
  ['-100', -100_00],
  ['−0.01', -1],
  ['-0', 0],
  ['12,34,56,789.01', 12_34_56_789_01],
  ['', null],
  ['1.234', null],
  ['--1', null],
  ['ten', null],
])('a count of %j is %j paise', (text, paise) => expect(parseCounted(text)).toBe(paise));
