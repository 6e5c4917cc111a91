import { describe, expect, test } from 'vitest';
import { approvalText } from '../../../domain/money/openAttempt.ts';
import { providerMethods } from '../../../domain/money/paymentMethods.ts';
import { priceOf, pricePerHourOf } from '../../../domain/money/pricing.ts';
import { unpaidText } from '../../../src/bookings/list/unpaidText.ts';
import { bookingDetails } from '../../fixtures/bookingDetails.ts';

const unpaid = { since: '2025-11-20T06:25:00.000Z', until: '2025-11-20T06:38:00.000Z', atBank: true };
const textOf = (fields: object): string =>
  unpaidText({ ...bookingDetails, state: 'pending', unpaid: { ...unpaid, ...fields } }) ?? '';

describe('an open payment is described in words of its method:', () => {
  test('UPI names the app and no card, every other method names no UPI', () => {
    expect(textOf({ method: 'upi' })).toMatch(/Approve the request in your UPI app/);
    expect(textOf({ method: 'upi' })).not.toMatch(/card|bank/i);
    for (const method of providerMethods.filter((name) => name !== 'upi')) {
      expect(textOf({ method }), method).not.toMatch(/UPI|app\b/);
      expect(textOf({ method }), method).toContain(approvalText(method));
    }
    expect(textOf({ method: 'card' })).toContain('the card payment');
  });

  test('a method that is not known yet names neither', () => {
    expect(approvalText(undefined)).not.toMatch(/UPI|card/);
  });

  test('a payment that never reached a bank names none', () => {
    expect(textOf({ atBank: false })).toBe(
      'You started paying ₹885.00 at 11:55 AM. The payment was not finished. The room is held for you until 12:08 PM.',
    );
  });

  test('the dates of a series wait for one payment', () => {
    const series = { id: 'series-1', dates: 6 };
    expect(unpaidText({ ...bookingDetails, series, unpaid })).toMatch(
      /^You started paying for all 6 dates at/,
    );
  });
});

test('the price per hour of a total is the one that it was computed with', () => {
  for (let perHour = 200; perHour < 500_000; perHour += 200) {
    for (const slots of [1, 2, 3, 7, 48]) {
      expect(pricePerHourOf(priceOf(perHour, slots).total, slots)).toBe(perHour);
    }
  }
});
