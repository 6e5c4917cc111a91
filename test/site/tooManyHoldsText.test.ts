import { expect, test } from 'vitest';
import { tooManyHoldsText } from '../../src/checkout/payment/tooManyHoldsText.ts';

// 10:00 AM in India.
const now = Date.parse('2025-11-21T04:30:00Z');
const holds = (until: string) => ({ count: 3, slots: 6, until });

test('a refused hold can be tried again at a time of today', () => {
  expect(tooManyHoldsText(holds('2025-11-21T04:39:00Z'), now)).toMatch(/, or try again at 10:10 AM\.$/);
});

test('a refused hold can be tried again on another day, when payment links hold the times until then', () => {
  expect(tooManyHoldsText(holds('2025-11-22T04:14:00Z'), now)).toMatch(
    /, or try again on 22 November 2025 at 9:45 AM\.$/,
  );
});
