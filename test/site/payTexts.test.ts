import { expect, test } from 'vitest';
import { payTexts } from '../../src/checkout/review/payText.ts';
import { DATE, room } from '../fixtures/booking.ts';

/* One hour at ₹500.00 costs ₹590.00 with GST. */
const selection = { room, date: DATE, range: { start: 20, end: 22 } };
const series = { every: 1, dates: [selection, { ...selection, date: '2025-12-01' }] } as const;
const points = { balance: 3, needed: 1 };
const byCard = { points: null, isBalanceUnknown: false, incompleteDates: null };

test('the button and the total name the price, or the points that it costs', () => {
  expect(payTexts(selection, byCard)).toEqual({
    label: 'Pay ₹590.00',
    totalName: 'Total',
    total: '₹590.00',
  });
  expect(payTexts(selection, { ...byCard, points })).toEqual({
    label: 'Use 1 point',
    totalName: 'Total',
    total: '1 point',
  });
});

test('those of a series name its dates', () => {
  expect(payTexts({ ...selection, series }, byCard)).toEqual({
    label: 'Pay ₹1,180.00 for 2 dates',
    totalName: 'Total, 2 dates',
    total: '₹1,180.00',
  });
});

test('dates that cannot be booked yet have no price', () => {
  expect(payTexts(selection, { ...byCard, incompleteDates: 3, isBalanceUnknown: true })).toEqual({
    label: '3 dates, not included yet',
    totalName: 'Total, 3 dates',
    total: '–',
  });
});

test('until the points of a member are loaded, only the price of a move is certain', () => {
  const unknown = { ...byCard, isBalanceUnknown: true };
  expect(payTexts(selection, unknown).label).toBeNull();
  const pendingMove = { bookingId: 'booking-1', sequence: 1, difference: 100_00 };
  expect(payTexts({ ...selection, pendingMove }, unknown).label).toBe('Pay ₹100.00');
});
