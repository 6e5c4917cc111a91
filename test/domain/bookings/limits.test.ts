import { expect, test } from 'vitest';
import { LARGE_INVOICE_PAISE } from '../../../domain/invoices/billing.ts';
import { MAX_BLOCK_OUT_DAYS_AHEAD, MAX_BLOCKED_SLOTS } from '../../../domain/bookings/blockOut.ts';
import {
  MAX_HOURS,
  MAX_POLICY_DAYS_AHEAD,
  MAX_STEPS,
  MIN_REFUND,
} from '../../../domain/money/cancellation.ts';
import { MAX_HOLDS, MAX_HELD_SLOTS, MAX_SERIES_HOLDS } from '../../../domain/bookings/holds.ts';
import { MAX_TOASTS, toastDurations } from '../../../domain/text/messages.ts';
import { DEFAULT_POINT_PRICE_PAISE } from '../../../domain/money/pointPurchase.ts';
import { MAX_POST_DAYS_AHEAD, MAX_POST_LENGTH } from '../../../domain/content/post.ts';
import {
  MAX_CAPACITY,
  MAX_PICTURES,
  MAX_PRICE_DAYS_AHEAD,
  MAX_PRICE_PER_HOUR,
} from '../../../domain/rooms/roomFields.ts';
import { MAX_SERIES_DATES, MIN_SERIES_DATES } from '../../../domain/bookings/series.ts';
import { clockTime, DEFAULT_SEARCH_START, LATEST_SEARCH_START } from '../../../domain/time/slots.ts';
import { ENQUIRY_LIMITS, MAX_ENQUIRY_PEOPLE } from '../../../domain/content/enquiry.ts';
import {
  MAX_EMAILS_PER_ENTRY,
  MAX_UNUSED_OFFERS,
  MAX_WAITING_LIST_ENTRIES,
} from '../../../domain/bookings/waitingList.ts';

/* Limits that the specification or a decision sets. All other code imports these constants. */

test('a person holds at most three unpaid bookings, with at most 48 slots together, one of them a series', () => {
  expect([MAX_HOLDS, MAX_HELD_SLOTS, MAX_SERIES_HOLDS]).toEqual([3, 48, 1]);
});

test('a series has two to twelve dates', () => {
  expect([MIN_SERIES_DATES, MAX_SERIES_DATES]).toEqual([2, 12]);
});

test('a person waits for five times, gets four letters for each, and may miss two offers', () => {
  expect([MAX_WAITING_LIST_ENTRIES, MAX_EMAILS_PER_ENTRY, MAX_UNUSED_OFFERS]).toEqual([5, 4, 2]);
});

test('a block-out reaches a year ahead and has at most 60,000 slots', () => {
  expect([MAX_BLOCK_OUT_DAYS_AHEAD, MAX_BLOCKED_SLOTS]).toEqual([366, 60_000]);
});

test('a cancellation policy has at most three steps of 30 days and begins within a year', () => {
  expect([MAX_STEPS, MAX_HOURS, MAX_POLICY_DAYS_AHEAD]).toEqual([3, 720, 366]);
});

test('nothing below one rupee or half a point is returned', () => {
  expect(MIN_REFUND).toEqual({ card: 100, points: 1 });
});

test('a post has at most 50,000 characters and is scheduled within a year', () => {
  expect([MAX_POST_LENGTH, MAX_POST_DAYS_AHEAD]).toEqual([50_000, 365]);
});

test('a room seats at most 2,000 people, has 12 pictures and costs one lakh an hour; its price starts within two years', () => {
  expect([MAX_CAPACITY, MAX_PICTURES, MAX_PRICE_PER_HOUR, MAX_PRICE_DAYS_AHEAD]).toEqual([
    2_000, 12, 1_00_000_00, 730,
  ]);
});

test('a point costs ₹708, and an invoice of ₹50,000 needs an address', () => {
  expect([DEFAULT_POINT_PRICE_PAISE, LARGE_INVOICE_PAISE]).toEqual([708_00, 50_000_00]);
});

test('at most five toasts are shown, standard ones for four seconds', () => {
  expect(MAX_TOASTS).toBe(5);
  expect(toastDurations).toEqual({ standard: 4000, short: 2000, registration: 1500 });
});

test('a search begins at 8 AM unless another time is chosen, at the latest 8 PM', () => {
  expect([DEFAULT_SEARCH_START, LATEST_SEARCH_START].map(clockTime)).toEqual(['8:00 AM', '8:00 PM']);
});

test('an enquiry has limits that fit a name, an address, a number and a page of text', () => {
  expect(MAX_ENQUIRY_PEOPLE).toBe(9999);
  expect(ENQUIRY_LIMITS).toEqual({ name: 200, email: 254, phone: 40, enquireFor: 4000, message: 4000 });
});
