import { expect, test } from 'vitest';
import { linkDeadline } from '../../../domain/money/paymentLink.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const now = Date.parse('2025-11-21T10:00:00+05:30');

test('a link can be paid for a day', () => {
  expect(linkDeadline(now + 3 * DAY, now)).toBe(now + DAY);
});

test('a link of a booking that starts sooner ends at its start', () => {
  expect(linkDeadline(now + DAY - 1, now)).toBe(now + DAY - 1);
  expect(linkDeadline(now + 16 * MINUTE, now)).toBe(now + 16 * MINUTE);
});

test('there is no link for a booking that starts before the provider’s shortest link ends', () => {
  expect(linkDeadline(now + 16 * MINUTE - 1, now)).toBeNull();
});
