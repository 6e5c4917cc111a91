import { describe, expect, test } from 'vitest';
import { enoughPoints, halfPointsOf, pointsFromHalf } from '../../../domain/money/points.ts';
import { lowestOf, parseRupees, priceOf, rupees, rupeesAmount } from '../../../domain/money/pricing.ts';

describe('a price', () => {
  test('is hours times the price per hour plus 18 per cent, halved into SGST and CGST', () => {
    expect(priceOf(50_000, 3)).toEqual({ subtotal: 75_000, sgst: 6_750, cgst: 6_750, total: 88_500 });
  });

  test('adds up to the paisa when half the tax is half a paisa', () => {
    const price = priceOf(50_100, 1);
    expect(price).toEqual({ subtotal: 25_050, sgst: 2_254, cgst: 2_255, total: 29_559 });
  });

  test('always adds up', () => {
    for (let perHour = 100; perHour < 300_000; perHour += 977) {
      for (const slots of [1, 2, 3, 7, 48]) {
        const { subtotal, sgst, cgst, total } = priceOf(perHour, slots);
        expect(subtotal + sgst + cgst).toBe(total);
        expect(cgst - sgst).toBeLessThanOrEqual(1);
      }
    }
  });

  test('is written as rupees with two decimals and parsed back', () => {
    expect(rupeesAmount(29_559)).toBe('295.59');
    expect(rupeesAmount(50_005)).toBe('500.05');
    expect(rupeesAmount(-39_333)).toBe('-393.33');
    expect(rupeesAmount(-5)).toBe('-0.05');
    expect(parseRupees('295.59')).toBe(29_559);
    expect(parseRupees('295.5')).toBe(29_550);
    expect(parseRupees('295')).toBe(29_500);
  });

  test.each(['', '-1', '1.234', '1e3', 'NaN', '₹5', '1,000'])('%j is not an amount', (text) => {
    expect(parseRupees(text)).toBeNull();
  });

  test('is shown with the rupee sign and Indian grouping', () => {
    expect(rupees(12_000_000)).toBe('₹1,20,000');
    expect(rupees(29_559)).toBe('₹295.59');
    expect(rupees(50_000, 'always')).toBe('₹500.00');
    expect(rupees(-1)).toBe('-₹0.01');
    expect(rupees(0)).toBe('₹0');
  });

  test('has the format of the en-IN locale, for every amount', () => {
    const inIndia = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
    for (let paise = 1; paise < 1e12; paise = paise * 3 + 7) {
      expect(rupees(paise, 'always')).toBe(inIndia.format(paise / 100));
      expect(rupees(-paise, 'always')).toBe(inIndia.format(-paise / 100));
    }
  });
});

describe('Lit points', () => {
  test('are counted in halves, one per slot', () => {
    expect(pointsFromHalf(37)).toBe(18.5);
    expect(halfPointsOf(18.5)).toBe(37);
  });

  test('pay for a booking only when they cover all of it', () => {
    expect(enoughPoints(1.5, 3)).toBe(true);
    expect(enoughPoints(1, 3)).toBe(false);
    expect(enoughPoints(5, 0)).toBe(false);
    expect(enoughPoints(0.5, 1)).toBe(true);
  });
});

test('the lowest of several prices is shown, and none without a price', () => {
  expect(lowestOf([60_000, 40_000, 50_000])).toBe(40_000);
  expect(lowestOf([])).toBeNull();
});
