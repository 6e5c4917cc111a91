import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitRefund } from '../../server/payments/splitRefund.ts';

const payments = (...lefts: number[]) => lefts.map((leftPaise, n) => ({ id: `pay_${n}`, leftPaise }));

test('a refund is of one payment where that has enough left', () => {
  expect(splitRefund(payments(11_800, 59_000), 59_000)).toEqual([{ id: 'pay_1', paise: 59_000 }]);
  expect(splitRefund(payments(59_000), 1)).toEqual([{ id: 'pay_0', paise: 1 }]);
  expect(splitRefund(payments(59_000), 0)).toEqual([]);
});

test('a refund is split over payments, and no part is too small for the provider', () => {
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
  ['a part that lacks one paisa', [11_800, 59_000], 59_099, [58_999, 100]],
  ['a payment that has just enough left', [100, 59_000], 59_050, [58_950, 100]],
  ['a part before that has just enough to give', [150, 150], 200, [100, 100]],
  ['a part that is just enough', [11_800, 59_000], 59_100, [59_000, 100]],
  // The provider refuses it; but nothing else is left, and less than all would be wrong.
  ['a part that no other can fill', [150, 150], 151, [150, 1]],
  ['a payment that has less left than the provider refunds', [99, 59_000], 59_050, [59_000, 50]],
])('a refund is split right at %s', (_case, lefts, amount, parts) => {
  expect(splitRefund(payments(...lefts), amount)?.map(({ paise }) => paise)).toEqual(parts);
});

test('a refund of more than is left is none', () => {
  expect(splitRefund(payments(11_800, 59_000), 70_801)).toBeNull();
  expect(splitRefund([], 1)).toBeNull();
});

test('the parts are always the amount, and never more than is left', () => {
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
