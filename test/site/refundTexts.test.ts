import { expect, test } from 'vitest';
import type { Booking, RefundItem } from '../../machines/bookings/booking.ts';
import { refundText } from '../../src/bookings/list/refundText.ts';
import { cancelledText } from '../../src/bookings/cancellation/cancelledText.ts';
import { cancelRefundText, refundRemarks } from '../../src/bookings/cancellation/cancelRefundText.ts';
import { paymentText } from '../../src/bookings/paymentPurposes.ts';
import { bookingDetails, card } from '../fixtures/bookingDetails.ts';

const part = (amount: number, status: RefundItem['status'], reason: RefundItem['reason']): RefundItem => ({
  amount,
  status,
  reason,
  atDesk: null,
  reference: null,
  bankReference: null,
});

const bookingWith = (refunds: readonly RefundItem[], state: Booking['state'] = 'confirmed'): Booking => ({
  ...bookingDetails,
  state,
  refund: { amount: 0, status: 'refundDue' },
  refunds: [...refunds],
});

test('the notice of a refund separates the amount on its way from the amount that was paid out', () => {
  const moved = part(10_000, 'processed', 'moved');
  expect(refundText(bookingWith([moved]))).toBe(
    'This booking was moved to a cheaper time or room, or made shorter. ₹100.00 was refunded to you.',
  );
  expect(refundText(bookingWith([moved, part(29_550, 'requested', 'cancelled')], 'cancelled'))).toBe(
    'This booking was cancelled. ₹295.50 is being refunded to you. ₹100.00 was refunded to you.',
  );
});

test('the notice of a payment that came too late names the reason of the refund', () => {
  expect(refundText(bookingWith([part(29_500, 'due', 'move-ended')]))).toBe(
    'Your payment arrived after the change of the booking was dropped or had expired. ₹295.00 is being refunded to you.',
  );
  expect(refundText(bookingWith([part(88_500, 'processed', 'begun')], 'refunded'))).toBe(
    'Not booked: your payment arrived after the booked time had started. ₹885.00 was refunded to you.',
  );
});

test('a cancelled booking shows its refund as on its way until all of it was paid out', () => {
  const cancelled = { at: '2025-11-20T05:00:00.000Z', returned: card(88_500) };
  const text = (...statuses: RefundItem['status'][]) =>
    cancelledText({
      cancelled,
      refunds: statuses.map((status) => part(44_250, status, 'cancelled')),
    });
  expect(text('processed', 'requested')).toContain(
    '₹885.00 is being refunded to your original payment method.',
  );
  expect(text('processed', 'processed')).toContain('₹885.00 was refunded to your original payment method.');
});

test('a refund says what has gone back before, and that it waits for a dispute', () => {
  const disputed = { returnedBefore: card(30_000), disputed: true } as const;
  const before = '₹300.00 of this booking has already been returned.';
  const waits =
    'You have disputed the payment with your bank, so the refund waits until the dispute has ended.';
  expect(refundRemarks(disputed, true)).toEqual([before, waits]);
  expect(refundRemarks(disputed, false)).toEqual([before]);
  const terms = { ...disputed, refund: card(82_100), percent: 50, freeUntil: null };
  expect(cancelRefundText(terms)).toBe(
    `₹821.00 more is refunded to your original payment method. ${before} ${waits}`,
  );
  expect(cancelRefundText({ ...terms, refund: card(0) })).toBe(`nothing is refunded. ${before}`);
});

test('what is returned of a booking on account is taken off the account', () => {
  const returned = { ...part(88_500, 'processed', 'cancelled'), atDesk: 'account' } as const;
  const text = '₹885.00 was taken off the account of your company.';
  expect(refundText(bookingWith([returned], 'cancelled'))).toBe(`This booking was cancelled. ${text}`);
  const cancelled = { at: '2025-11-20T05:00:00.000Z', returned: card(88_500) };
  expect(cancelledText({ cancelled, refunds: [returned] })).toMatch(
    /₹885.00 was taken off the account of your company.$/,
  );
  const terms = { refund: card(88_500), percent: 100, freeUntil: null, onAccount: true } as const;
  expect(cancelRefundText(terms)).toBe('₹885.00 (100%) is taken off the account of your company.');
  expect(paymentText({ for: 'booking', method: 'desk-account' })).toBe('On account of your company');
});
