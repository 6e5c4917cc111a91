import { describe, expect, test } from 'vitest';
import { taxBreakdown } from '../../../domain/invoices/gst.ts';
import { priceOf } from '../../../domain/money/pricing.ts';
import {
  lowestPricePerHour,
  priceOfTimes,
  pricePerHourAt,
  pricesPerHourOf,
  rangesWithRates,
  type SoldTariff,
  subtotalOf,
  type Tariff,
} from '../../../domain/money/rates.ts';
import {
  otherPricesText,
  ratedRangeText,
  rateTimesText,
  roomPriceText,
  timesPriceText,
  weekdaysText,
} from '../../../domain/rooms/rateTexts.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';

/** A Friday and a Saturday. */
const FRIDAY = '2025-11-21';
const SATURDAY = '2025-11-22';

const EVENING = { weekdays: [0, 1, 2, 3, 4], start: 36, end: 48, pricePerHour: 800_00 };
const WEEKEND = { weekdays: [5, 6], start: 0, end: 48, pricePerHour: 350_00 };
const TARIFF: Tariff = { pricePerHour: 502_00, rates: [EVENING, WEEKEND] };

describe('the price of times of a room', () => {
  test('is the price per hour when no rate has them', () => {
    expect(priceOfTimes(TARIFF, FRIDAY, { start: 20, end: 23 })).toEqual(priceOf(502_00, 3));
    expect(priceOfTimes({ ...TARIFF, rates: [] }, SATURDAY, { start: 20, end: 23 })).toEqual(
      priceOf(502_00, 3),
    );
  });

  test('is that of the rate on its weekdays, from its first slot to before its end', () => {
    expect([35, 36, 47].map((slot) => pricePerHourAt(TARIFF, FRIDAY, slot))).toEqual([
      502_00, 800_00, 800_00,
    ]);
    expect([0, 36, 47].map((slot) => pricePerHourAt(TARIFF, SATURDAY, slot))).toEqual([
      350_00, 350_00, 350_00,
    ]);
  });

  test('is the sum of its slots with the tax once, right to the paisa', () => {
    // 251 + 251 + 400 = 902 rupees, and 162.36 of tax.
    expect(priceOfTimes(TARIFF, FRIDAY, { start: 34, end: 37 })).toEqual({
      subtotal: 902_00,
      sgst: 81_18,
      cgst: 81_18,
      total: 1064_36,
    });
  });

  test('of several ranges is that of their slots together', () => {
    const apart = priceOfTimes(TARIFF, FRIDAY, { start: 34, end: 35 }, { start: 36, end: 37 });
    expect(apart).toEqual(priceOfTimes(TARIFF, FRIDAY, { start: 35, end: 37 }));
  });

  test('has equal halves of tax for every mix of valid prices, and the invoice has the same amounts', () => {
    for (let perHour = 200; perHour < 300_000; perHour += 9_800) {
      const rate = { weekdays: [4], start: 21, end: 22, pricePerHour: perHour };
      const price = priceOfTimes({ pricePerHour: 502_00, rates: [rate] }, FRIDAY, { start: 20, end: 23 });
      expect(price.sgst).toBe(price.cgst);
      expect(price.subtotal).toBe(502_00 + perHour / 2);
      expect(price.subtotal + price.sgst + price.cgst).toBe(price.total);
      const { subtotal: taxable, sgst, cgst, total } = price;
      expect(taxBreakdown(total)).toEqual({ taxable, sgst, cgst, igst: 0, total });
    }
  });
});

describe('the prices of times', () => {
  test('are named where a rate begins or ends, and add up to the subtotal', () => {
    const times = { start: 34, end: 39 };
    const ranges = rangesWithRates(TARIFF, FRIDAY, times);
    expect(ranges).toEqual([
      { start: 34, end: 36, pricePerHour: 502_00 },
      { start: 36, end: 39, pricePerHour: 800_00 },
    ]);
    const sum = ranges.reduce((subtotal, range) => subtotal + subtotalOf(range), 0);
    expect(sum).toBe(priceOfTimes(TARIFF, FRIDAY, times).subtotal);
  });

  test('are named when all slots have a rate, and not when none has one', () => {
    expect(rangesWithRates(TARIFF, SATURDAY, { start: 20, end: 22 })).toEqual([
      { start: 20, end: 22, pricePerHour: 350_00 },
    ]);
    expect(rangesWithRates(TARIFF, FRIDAY, { start: 20, end: 22 })).toEqual([]);
  });
});

describe('of the opening hours', () => {
  const weekdays = (open: SlotRange | null, weekend: SlotRange | null) =>
    Array.from({ length: 7 }, (_, day) => (day < 5 ? open : weekend));
  const office = { start: 18, end: 36 };

  test.each<[string, SoldTariff, readonly number[]]>([
    [
      'a rate before closing',
      { ...TARIFF, openingHours: weekdays({ start: 18, end: 37 }, office) },
      [350_00, 502_00, 800_00],
    ],
    ['a rate from closing on', { ...TARIFF, openingHours: weekdays(office, office) }, [350_00, 502_00]],
    ['a rate of closed days', { ...TARIFF, openingHours: weekdays(office, null) }, [502_00]],
    ['rates of all open hours', { ...TARIFF, openingHours: weekdays(null, office) }, [350_00]],
    ['a room that is never open', { ...TARIFF, openingHours: weekdays(null, null) }, [502_00]],
    ['a room without rates', { pricePerHour: 502_00, openingHours: weekdays(null, office) }, [502_00]],
  ])('the prices are those of which something is sold: %s', (_name, tariff, prices) => {
    expect(pricesPerHourOf(tariff)).toEqual(prices);
    expect(lowestPricePerHour(tariff)).toBe(prices[0]);
  });

  test('no rate that is not sold is in the texts', () => {
    const room = { ...TARIFF, openingHours: weekdays(office, null) };
    expect(roomPriceText(room)).toBe('₹502 / hr');
    expect(otherPricesText(room)).toBeNull();
  });
});

describe('in words', () => {
  test.each([
    [[0, 1, 2, 3, 4, 5, 6], 'Every day'],
    [[0, 1, 2, 3, 4], 'Monday to Friday'],
    [[6, 5], 'Saturday and Sunday'],
    [[2], 'Wednesday'],
    [[0, 1, 2, 4, 6], 'Monday to Wednesday, Friday and Sunday'],
  ])('the weekdays %j are %s', (weekdays, text) => expect(weekdaysText(weekdays)).toBe(text));

  test('a rate has its weekdays, and its times unless it is for the whole day', () => {
    expect(rateTimesText(WEEKEND)).toBe('Saturday and Sunday');
    expect(rateTimesText({ ...EVENING, end: 42 })).toBe('Monday to Friday, 6:00–9:00 PM');
    expect(ratedRangeText({ start: 36, end: 42, pricePerHour: 800_00 })).toBe('6:00–9:00 PM at ₹800 / hr');
  });

  test('a room with rates costs from the lowest price', () => {
    expect(pricesPerHourOf(TARIFF)).toEqual([350_00, 502_00, 800_00]);
    expect(lowestPricePerHour(TARIFF)).toBe(350_00);
    expect(roomPriceText(TARIFF)).toBe('from ₹350 / hr');
    expect(roomPriceText({ pricePerHour: 502_00 })).toBe('₹502 / hr');
    expect(otherPricesText(TARIFF)).toBe('₹350 to ₹800 at other times');
    expect(otherPricesText({ ...TARIFF, rates: [WEEKEND] })).toBe('₹350 at other times');
    expect(otherPricesText({ pricePerHour: 502_00 })).toBeNull();
  });

  test.each([
    [FRIDAY, 34, 36, '₹502 / hr'],
    [FRIDAY, 35, 37, 'from ₹502 / hr'],
    [FRIDAY, 36, 38, '₹800 / hr'],
    [SATURDAY, 36, 38, '₹350 / hr'],
  ])('the times of %s from slot %i to %i cost %s', (day, start, end, text) =>
    expect(timesPriceText(TARIFF, day, { start, end })).toBe(text),
  );
});
