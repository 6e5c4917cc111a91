import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate } from '../../../domain/money/companyAccount.ts';

const paise = fc.integer({ min: 0, max: 100_000 });
const charges = fc.array(paise.map((amount) => ({ amount })));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

test('charges less transfers are what is open less what was paid too much', () => {
  fc.assert(
    fc.property(charges, paise, (charged, transferred) => {
      const { charges: allocated, credit } = allocate(charged, transferred);
      const open = sum(allocated.map((charge) => charge.open));
      expect(open - credit).toBe(sum(charged.map(({ amount }) => amount)) - transferred);
      expect(Math.min(open, credit)).toBe(0);
    }),
  );
});

test('a transfer pays the oldest charges first', () => {
  fc.assert(
    fc.property(charges, paise, (charged, transferred) => {
      const open = allocate(charged, transferred).charges.filter(({ amount }) => amount > 0);
      const first = open.findIndex((charge) => charge.open > 0);
      if (first < 0) return;
      expect(open.slice(0, first).every((charge) => charge.open === 0)).toBe(true);
      expect(open.slice(first + 1).every((charge) => charge.open === charge.amount)).toBe(true);
    }),
  );
});
