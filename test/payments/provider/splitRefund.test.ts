import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitRefund } from '../../../server/payments/refunds/splitRefund.ts';

const payments = (...amountsLeft: number[]) =>
  amountsLeft.map((leftPaise, n) => ({ id: `pay_${n}`, leftPaise }));

test('a refund is taken from one payment when that has enough left', () => {
  expect(splitRefund(payments(11_800, 59_000), 59_000)).toEqual([{ id: 'pay_1', paise: 59_000 }]);
  expect(splitRefund(payments(59_000), 1)).toEqual([{ id: 'pay_0', paise: 1 }]);
  expect(splitRefund(payments(59_000), 0)).toEqual([]);
});

test('a refund is split over payments, with no part below the provider’s minimum', () => {
  expect(splitRefund(payments(11_800, 59_000), 70_800)).toEqual([
    { id: 'pay_1', paise: 59_000 },
    { id: 'pay_0', paise: 11_800 },
  ]);
  expect(splitRefund(payments(11_800, 59_000), 59_001)).toEqual([
    { id: 'pay_1', paise: 58_901 },
    { id: 'pay_0', paise: 100 },
  ]);
});

test.each([
  ['a part that is one paisa too small', [11_800, 59_000], 59_099, [58_999, 100]],
  ['a payment that has just enough left', [100, 59_000], 59_050, [58_950, 100]],
  ['an earlier part that has just enough to reduce', [150, 150], 200, [100, 100]],
  ['a part that is just enough', [11_800, 59_000], 59_100, [59_000, 100]],
  // The provider refuses a part of 1 paisa, but no other split is possible, and a smaller sum would be wrong.
  ['a part that no other part can fill', [150, 150], 151, [150, 1]],
  ['a payment that has less left than the minimum', [99, 59_000], 59_050, [59_000, 50]],
])('a refund is split correctly for %s', (_case, lefts, amount, parts) => {
  expect(splitRefund(payments(...lefts), amount)?.map(({ paise }) => paise)).toEqual(parts);
});

test('a refund of more than is left is null', () => {
  expect(splitRefund(payments(11_800, 59_000), 70_801)).toBeNull();
  expect(splitRefund([], 1)).toBeNull();
});

test('the parts always add up to the amount, and never exceed what is left', () => {
  const lists = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 5 });
  const found = fc.check(
    fc.property(lists, fc.integer({ min: 0, max: 900 }), (lefts, amount) => {
      const all = payments(...lefts);
      const parts = splitRefund(all, amount);
      if (parts === null) return amount > lefts.reduce((a, b) => a + b, 0);
      const isWithin = parts.every(
        ({ id, paise }) => paise > 0 && paise <= (all.find((each) => each.id === id)?.leftPaise ?? 0),
      );
      return isWithin && parts.reduce((a, { paise }) => a + paise, 0) === amount;
    }),
  );
  expect(found.counterexample).toBeNull();
});
