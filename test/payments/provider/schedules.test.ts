import { expect, test } from 'vitest';
import {
  CAPTURE_EXPIRY_MINUTES,
  extendedHold,
  holdUntil,
  LONGEST_HOLD_MS,
  paymentDeadline,
  secondsToPay,
} from '../../../server/payments/holdTimes.ts';
import {
  checkAfterFailure,
  firstCheck,
  nextCheck,
  nextLinkCheck,
  checkAfterNoResponse,
} from '../../../server/payments/orderPollSchedule.ts';
import { nextPoll, nextAttempt } from '../../../server/payments/refunds/refundBackoff.ts';

/* The times of hold ends, order checks and refund retries, in milliseconds after an order that was created at AT. */
const AT = Date.parse('2025-11-20T06:00:00Z');
const createdAt = new Date(AT);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const msAfterOrder = (date: Date | null): number | null => date && date.getTime() - AT;

test('a hold lasts for the ten minutes of the checkout plus three minutes, and at most 22 minutes', () => {
  expect(msAfterOrder(holdUntil(AT))).toBe(13 * MINUTE);
  expect([CAPTURE_EXPIRY_MINUTES, LONGEST_HOLD_MS]).toEqual([12, 22 * MINUTE]);
  expect(msAfterOrder(paymentDeadline(createdAt))).toBe(22 * MINUTE);
  expect(msAfterOrder(extendedHold(createdAt, AT + 10 * MINUTE))).toBe(13 * MINUTE);
  expect(msAfterOrder(extendedHold(createdAt, AT + 21 * MINUTE))).toBe(22 * MINUTE);
});

test.each([
  [0, 600],
  [1, 599],
  [599 * SECOND, 1],
  [600 * SECOND, 0],
  [601 * SECOND, -1],
  [2000 * SECOND, -1400],
])('%d ms after a booking there are %d seconds to pay', (ms, seconds) => {
  expect(secondsToPay(createdAt, AT + ms)).toBe(seconds);
});

test('an order is checked after two minutes, and again a minute after a check without a response', () => {
  expect(msAfterOrder(firstCheck(AT))).toBe(2 * MINUTE);
  expect(msAfterOrder(checkAfterNoResponse(AT + 2 * MINUTE))).toBe(3 * MINUTE);
});

test.each([
  ['held', 5 * MINUTE, { held: true, open: true }, 6 * MINUTE],
  ['released', 5 * MINUTE, { held: false, open: false }, 15 * MINUTE],
  ['released', 15 * MINUTE, { held: false, open: false }, DAY],
  ['released', DAY - 1, { held: false, open: false }, DAY],
  ['released', DAY, { held: false, open: false }, 2 * DAY],
  ['released', 5 * DAY - 1, { held: false, open: false }, 5 * DAY],
  ['released', 5 * DAY, { held: false, open: false }, null],
  ['released, with a payment that is pending at the bank', 5 * DAY, { held: false, open: true }, 6 * DAY],
])('an order whose slots are %s at %d ms is checked again', (_case, ms, state, next) => {
  expect(msAfterOrder(nextCheck(createdAt, AT + ms, state))).toBe(next);
});

test('after an internal error an order is checked again after half of its age, between a minute and six hours', () => {
  const pauses = [MINUTE, 10 * MINUTE, DAY].map(
    (age) => (msAfterOrder(checkAfterFailure(createdAt, AT + age)) ?? 0) - age,
  );
  expect(pauses).toEqual([MINUTE, 5 * MINUTE, 6 * HOUR]);
});

test('a refund is retried after half a minute and polled after five minutes; each delay doubles up to six hours', () => {
  const failures = [0, 1, 2, 20];
  expect(failures.map((times) => msAfterOrder(nextAttempt(AT, times)))).toEqual([
    MINUTE / 2,
    MINUTE,
    2 * MINUTE,
    6 * HOUR,
  ]);
  expect(failures.map((times) => msAfterOrder(nextPoll(AT, times)))).toEqual([
    5 * MINUTE,
    10 * MINUTE,
    20 * MINUTE,
    6 * HOUR,
  ]);
});

test.each([
  ['every ten minutes', 0, HOUR, 10 * MINUTE],
  ['at its deadline', 55 * MINUTE, HOUR, 60 * MINUTE],
  ['a minute later near its deadline', 59.5 * MINUTE, HOUR, 60.5 * MINUTE],
  ['a minute later after its deadline', 65 * MINUTE, HOUR, 66 * MINUTE],
])('a link that can be paid is checked %s', (_when, ms, until, expected) => {
  const link = { held: true, open: false, until: new Date(AT + until) };
  expect(msAfterOrder(nextLinkCheck(createdAt, AT + ms, link))).toBe(expected);
});

test('a link whose hold has ended is checked like any order, with or without a deadline', () => {
  for (const until of [undefined, new Date(AT + HOUR)]) {
    const state = { held: false, open: false };
    for (const ms of [5 * MINUTE, 2 * DAY]) {
      expect(nextLinkCheck(createdAt, AT + ms, { ...state, until })).toEqual(
        nextCheck(createdAt, AT + ms, state),
      );
    }
  }
});
