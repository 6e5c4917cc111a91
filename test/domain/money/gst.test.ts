import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { creditNoteBreakdown, taxBreakdown } from '../../../domain/invoices/gst.ts';
import { GST_STATES, ROOM_STATE, stateCodes, stateText } from '../../../domain/invoices/gstStates.ts';
import {
  financialYear,
  nextFinancialYear,
  taxDocumentNumber,
  parseTaxDocumentNumber,
} from '../../../domain/invoices/taxDocumentNumber.ts';
import { isPricePerHour, priceOf } from '../../../domain/money/pricing.ts';

describe('the tax of an invoice', () => {
  test('equals the tax that the checkout shows, for every allowed price and every duration', () => {
    const different: object[] = [];
    for (let perHour = 200; perHour <= 300_000; perHour += 200) {
      for (let slots = 1; slots <= 48; slots += 1) {
        const shown = priceOf(perHour, slots);
        const printed = taxBreakdown(shown.total);
        const same = (['cgst', 'sgst', 'total'] as const).every((part) => printed[part] === shown[part]);
        if (!same || printed.taxable !== shown.subtotal || shown.cgst !== shown.sgst)
          different.push({ perHour, slots });
      }
    }
    expect(different).toEqual([]);
  });

  test('has equal halves and adds up to the charged amount, for every amount', () => {
    for (let paise = 1; paise < 100_000; paise += 29) {
      const { taxable, cgst, sgst, total } = taxBreakdown(paise);
      expect(cgst).toBe(sgst);
      expect(taxable + cgst + sgst).toBe(paise);
      expect(total).toBe(paise);
      // Within a paisa of 9 % each.
      expect(Math.abs(cgst - taxable * 0.09)).toBeLessThanOrEqual(1);
    }
  });

  test('moves one paisa at most where a price is an odd number of rupees', () => {
    // ₹501 per hour for half an hour: the checkout shows 22.54 and 22.55, which no GST return accepts.
    expect(priceOf(50_100, 1)).toEqual({ subtotal: 25_050, sgst: 2_254, cgst: 2_255, total: 29_559 });
    expect(taxBreakdown(29_559)).toEqual({
      taxable: 25_049,
      cgst: 2_255,
      sgst: 2_255,
      igst: 0,
      total: 29_559,
    });
    for (let perHour = 1; perHour < 100_000; perHour += 97) {
      const { subtotal, total } = priceOf(perHour, 1);
      expect(Math.abs(taxBreakdown(total).taxable - subtotal)).toBeLessThanOrEqual(1);
    }
  });

  test('of a special economic zone is IGST alone, the same total as the checkout shows, also in credit notes', () => {
    for (let perHour = 200; perHour <= 300_000; perHour += 1_400) {
      const shown = priceOf(perHour, 3);
      expect(taxBreakdown(shown.total, 'sez')).toEqual({
        taxable: shown.subtotal,
        cgst: 0,
        sgst: 0,
        igst: shown.cgst + shown.sgst,
        total: shown.total,
      });
      const first = creditNoteBreakdown(101, 0, 'sez');
      const rest = creditNoteBreakdown(shown.total - 101, 101, 'sez');
      expect([first.igst + rest.igst, first.taxable + rest.taxable]).toEqual([
        shown.cgst + shown.sgst,
        shown.subtotal,
      ]);
    }
  });

  test('is credited in parts that add up to the invoice', () => {
    const parts = fc.array(fc.integer({ min: 100, max: 500_000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(parts, (amounts) => {
        let credited = 0;
        const sum = { taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 0 };
        for (const paise of amounts) {
          const note = creditNoteBreakdown(paise, credited);
          expect(note.cgst).toBe(note.sgst);
          expect(note.taxable + note.cgst + note.sgst).toBe(paise);
          const { igst, ...others } = note;
          expect(igst).toBe(0);
          for (const each of Object.values(others)) expect(each).toBeGreaterThan(0);
          sum.taxable += note.taxable;
          sum.cgst += note.cgst;
          sum.sgst += note.sgst;
          sum.total += note.total;
          credited += paise;
        }
        expect(sum).toEqual(taxBreakdown(credited));
      }),
    );
  });
});

test('a price per hour is whole, even rupees', () => {
  expect([200, 50_000, 50_200].map(isPricePerHour)).toEqual([true, true, true]);
  expect([0, -200, 100, 50_100, 50_001, 50_050, Number.NaN].map(isPricePerHour)).toEqual(
    Array.from({ length: 7 }, () => false),
  );
});

describe('the number of a tax document', () => {
  test.each([
    ['2026-04-01', '2627'],
    ['2027-03-31', '2627'],
    ['2027-04-01', '2728'],
    ['2026-01-15', '2526'],
    ['2099-12-31', '9900'],
    ['2100-03-31', '9900'],
  ])('has the financial year of its date: %s is in %s', (date, year) => {
    expect(financialYear(date)).toBe(year);
  });

  test('has at most 16 characters', () => {
    expect(taxDocumentNumber('LR', '2627', 123)).toBe('LR/2627/0000123');
    expect(taxDocumentNumber('LRC', '2627', 9_999_999)).toBe('LRC/2627/9999999');
    expect(taxDocumentNumber('LR', '2627', 10_000_000)).toBe('LR/2627/10000000');
    expect(() => taxDocumentNumber('LRC', '2627', 10_000_000)).toThrow('too long');
  });
});

test('state codes have two digits and are sorted by name', () => {
  expect(Object.keys(GST_STATES).every((code) => /^\d\d$/.test(code))).toBe(true);
  expect(stateCodes).toHaveLength(37);
  expect(stateCodes.slice(0, 2)).toEqual(['35', '37']);
  const names = stateCodes.map((code) => GST_STATES[code]);
  expect(names).toEqual(names.toSorted());
  expect(stateText(ROOM_STATE)).toBe('Tamil Nadu (33)');
});

test('a number is read as it is written, and the year after 9899 is 9900', () => {
  expect(parseTaxDocumentNumber(taxDocumentNumber('LR', '2627', 123))).toEqual({
    series: 'LR',
    year: '2627',
    sequence: 123,
  });
  for (const text of ['LR/2627/123', 'lr/2627/0000123', 'LR/2627/0000000', 'LR-2627-0000123', '']) {
    expect(parseTaxDocumentNumber(text)).toBeNull();
  }
  expect(['2526', '2627', '9899'].map(nextFinancialYear)).toEqual(['2627', '2728', '9900']);
});
