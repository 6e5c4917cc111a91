import { expect, test } from 'vitest';
import { MAX_HOLDS, MAX_HELD_SLOTS } from '../../domain/holds.ts';
import { MAX_TOASTS, toastDurations } from '../../domain/messages.ts';
import { clockTime, DEFAULT_SEARCH_START, LATEST_SEARCH_START } from '../../domain/slots.ts';
import { ENQUIRY_LIMITS } from '../../domain/validation.ts';

/* Limits that the specification or a decision sets. All other code imports these constants. */

test('a person holds at most three unpaid bookings, with at most 48 slots together', () => {
  expect([MAX_HOLDS, MAX_HELD_SLOTS]).toEqual([3, 48]);
});

test('at most five toasts are shown, standard ones for four seconds', () => {
  expect(MAX_TOASTS).toBe(5);
  expect(toastDurations).toEqual({ standard: 4000, short: 2000, registration: 1500 });
});

test('a search begins at 8 AM unless another time is chosen, at the latest 8 PM', () => {
  expect([DEFAULT_SEARCH_START, LATEST_SEARCH_START].map(clockTime)).toEqual(['8:00 AM', '8:00 PM']);
});

test('an enquiry has limits that fit a name, an address, a number and a page of text', () => {
  expect(ENQUIRY_LIMITS).toEqual({ name: 200, email: 254, phone: 40, enquireFor: 4000, message: 4000 });
});
