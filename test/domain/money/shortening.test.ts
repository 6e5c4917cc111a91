import { describe, expect, test } from 'vitest';
import { addedRanges, isLonger, isShorter } from '../../../domain/bookings/changedLength.ts';
import { shorteningRefund } from '../../../domain/money/shortening.ts';

const FROM = { start: 20, end: 24 };

test('longer and shorter bookings keep their place', () => {
  const texts = [
    [{ start: 20, end: 25 }, 'longer'],
    [{ start: 19, end: 24 }, 'longer'],
    [{ start: 20, end: 23 }, 'shorter'],
    [{ start: 21, end: 24 }, 'shorter'],
    [FROM, 'neither'],
    [{ start: 21, end: 26 }, 'neither'],
    [{ start: 20, end: 20 }, 'neither'],
    [{ start: 30, end: 31 }, 'neither'],
  ] as const;
  for (const [to, text] of texts) {
    const found = isLonger(FROM, to) ? 'longer' : isShorter(FROM, to) ? 'shorter' : 'neither';
    expect([to, found]).toEqual([to, text]);
  }
  expect(addedRanges(FROM, { start: 19, end: 26 })).toEqual([
    { start: 19, end: 20 },
    { start: 24, end: 26 },
  ]);
});

interface Paid {
  readonly amount?: number;
  readonly goneBack?: number;
  readonly paidWith?: 'card' | 'points';
}

describe('the refund of a shorter booking', () => {
  const refund = (
    to: { start: number; end: number },
    percent: number,
    { amount = 100_000, goneBack = 0, paidWith = 'card' }: Paid = {},
  ) => shorteningRefund({ with: paidWith, amount }, { from: FROM, to }, percent, goneBack);

  test('is the share of the policy for the lost slots', () => {
    expect(refund({ start: 20, end: 23 }, 100)).toBe(25_000);
    expect(refund({ start: 20, end: 22 }, 50)).toBe(25_000);
    expect(refund({ start: 20, end: 22 }, 0)).toBe(0);
    expect(refund({ start: 20, end: 21 }, 100, { amount: 4, paidWith: 'points' })).toBe(3);
    expect(refund({ start: 20, end: 22 }, 50, { amount: 4, paidWith: 'points' })).toBe(1);
  });

  test('is the share for what the lost slots cost', () => {
    const slotPrices = [500_00, 500_00, 1000_00, 2000_00];
    const rated = (start: number, end: number, percent = 100) =>
      shorteningRefund(
        { with: 'card', amount: 2360_00 },
        { from: FROM, to: { start, end }, slotPrices },
        percent,
      );
    expect(rated(20, 23)).toBe(1180_00);
    expect(rated(21, 24)).toBe(295_00);
    expect(rated(21, 23)).toBe(1475_00);
    expect(rated(20, 22, 50)).toBe(885_00);
  });

  test('is less what was returned before, at least the smallest refund, and never the whole price', () => {
    expect(refund({ start: 20, end: 22 }, 100, { goneBack: 20_000 })).toBe(30_000);
    expect(refund({ start: 20, end: 22 }, 100, { goneBack: 60_000 })).toBe(0);
    expect(refund({ start: 20, end: 22 }, 50, { amount: 300 })).toBe(100);
    expect(refund({ start: 20, end: 22 }, 50, { amount: 100 })).toBe(0);
    expect(refund({ start: 20, end: 21 }, 100, { amount: 1, paidWith: 'points' })).toBe(0);
  });
});
