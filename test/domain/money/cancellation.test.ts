import { describe, expect, test } from 'vitest';
import {
  defaultCancellationPolicies,
  ownTermsInWords,
  policyInWords,
  policyProblem,
  refundablePaise,
  refundTerms,
  type CancellationPolicy,
  type AmountPaid,
} from '../../../domain/money/cancellation.ts';
import { instantOf } from '../../../domain/time/calendar.ts';
import { priceOf } from '../../../domain/money/pricing.ts';

const HOUR = 3_600_000;
const START = instantOf('2025-12-10', 20);
const WEEKS_AGO = START - 21 * 24 * HOUR;
const card = (amount: number): AmountPaid => ({ with: 'card', amount });
const points = (amount: number): AmountPaid => ({ with: 'points', amount });

/** For a card booking of ₹590, made three weeks before, at `hoursBefore` its start. */
const cardTerms = (hoursBefore: number, bookedAt = WEEKS_AGO, amount = 59_000) =>
  refundTerms(defaultCancellationPolicies.card, START, bookedAt, START - hoursBefore * HOUR, card(amount));

describe('a booking by card', () => {
  test.each([
    [500, 100, 59_000],
    [48, 100, 59_000],
    [48 - 1 / HOUR, 50, 29_500],
    [24, 50, 29_500],
    [24 - 1 / HOUR, 0, 0],
    [0, 0, 0],
    [-1, 0, 0],
  ])('%d hours before its start returns %d percent', (hours, percent, refund) => {
    expect(cardTerms(hours)).toEqual({ percent, refund, freeUntil: START - 48 * HOUR });
  });

  test('is free to cancel for two hours after booking, to the millisecond', () => {
    const bookedAt = START - 30 * HOUR;
    expect(cardTerms(29, bookedAt)).toEqual({
      percent: 100,
      refund: 59_000,
      freeUntil: bookedAt + 2 * HOUR,
    });
    expect(cardTerms(28, bookedAt).percent).toBe(100);
    expect(cardTerms(28 - 1 / HOUR, bookedAt).percent).toBe(50);
  });

  test('is not free to cancel in these two hours when the start is at most 24 hours away', () => {
    const bookedAt = START - 25 * HOUR;
    const lastFree = START - 24 * HOUR - 1;
    expect(cardTerms(24 + 1 / HOUR, bookedAt)).toMatchObject({ percent: 100, freeUntil: lastFree });
    expect(cardTerms(24, bookedAt)).toMatchObject({ percent: 50, freeUntil: lastFree });
    expect(cardTerms(23.5, bookedAt)).toMatchObject({ percent: 0 });
  });

  test('that was never free to cancel has no `freeUntil`', () => {
    const strict = { ...defaultCancellationPolicies.card, correctionMinutes: null };
    const bookedAt = START - 10 * HOUR;
    expect(refundTerms(strict, START, bookedAt, bookedAt, card(59_000))).toEqual({
      percent: 0,
      refund: 0,
      freeUntil: null,
    });
  });

  test('for today can be corrected for fifteen minutes, while its start is more than an hour away', () => {
    const bookedAt = START - 10 * HOUR;
    const last = bookedAt + HOUR / 4;
    expect(cardTerms(10 - 0.25, bookedAt)).toEqual({ percent: 100, refund: 59_000, freeUntil: last });
    expect(cardTerms(10 - 0.25 - 1 / HOUR, bookedAt).percent).toBe(0);
    expect(cardTerms(1 + 1 / HOUR, START - 1.1 * HOUR).percent).toBe(100);
    expect(cardTerms(1, START - 1.1 * HOUR).percent).toBe(0);
    expect(cardTerms(1, START - HOUR)).toEqual({ percent: 0, refund: 0, freeUntil: null });
  });

  test('returns a whole number of paise for every price', () => {
    for (let perHour = 100; perHour < 300_000; perHour += 977) {
      for (const slots of [1, 2, 3, 7, 48]) {
        const { total } = priceOf(perHour, slots);
        const { refund } = cardTerms(30, WEEKS_AGO, total);
        expect(Number.isInteger(refund)).toBe(true);
        expect([Math.min(100, total), total / 2, (total + 1) / 2]).toContain(refund);
        expect(cardTerms(60, WEEKS_AGO, total).refund).toBe(total);
      }
    }
    expect(cardTerms(30, WEEKS_AGO, 29_559).refund).toBe(14_780);
  });

  test('returns no less than the rupee that the provider can refund, and no more than was paid', () => {
    expect(cardTerms(30, WEEKS_AGO, 150).refund).toBe(100);
    expect(cardTerms(30, WEEKS_AGO, 60).refund).toBe(60);
    expect(cardTerms(3, WEEKS_AGO, 150).refund).toBe(0);
  });
});

describe('a booking with points', () => {
  const terms = (hoursBefore: number, paid = points(3)) =>
    refundTerms(
      defaultCancellationPolicies.points,
      START,
      START - 5 * HOUR,
      START - hoursBefore * HOUR,
      paid,
    );

  test('returns all half-points until four hours before its start', () => {
    expect(terms(4)).toEqual({ percent: 100, refund: 3, freeUntil: START - 4 * HOUR });
    expect(terms(4 - 1 / HOUR)).toEqual({ percent: 0, refund: 0, freeUntil: START - 4 * HOUR });
  });

  test('that is booked exactly four hours before its start is free to cancel at that moment only', () => {
    const at = START - 4 * HOUR;
    const strict = { ...defaultCancellationPolicies.points, correctionMinutes: null };
    expect(refundTerms(strict, START, at, at, points(3))).toEqual({
      percent: 100,
      refund: 3,
      freeUntil: at,
    });
  });

  test('returns whole half-points when a policy returns a part', () => {
    const half: CancellationPolicy = { steps: [{ hours: 4, percent: 50 }], grace: null };
    expect(refundTerms(half, START, WEEKS_AGO, WEEKS_AGO, points(3))).toEqual({
      percent: 50,
      refund: 2,
      freeUntil: null,
    });
  });
});

describe('the terms of a booking before it is paid', () => {
  const said = (hoursBefore: number, policy: CancellationPolicy = defaultCancellationPolicies.card) =>
    ownTermsInWords(
      policy,
      { startsAt: START, now: START - hoursBefore * HOUR, paid: card(70_800) },
      (instant) => `${(START - instant) / HOUR} h before`,
      (amount) => `₹${amount / 100}`,
    );

  test('are its own deadlines and amounts', () => {
    expect(said(500)).toEqual([
      'Cancel until 48 h before and everything is returned: ₹708.',
      'Cancel until 24 h before: ₹354 (50%).',
      'After that, nothing is returned.',
      'You can move it to another time until 48 h before.',
    ]);
    expect(said(30)).toEqual([
      'Cancel within 2 hours of booking and everything is returned: ₹708.',
      'Cancel until 24 h before: ₹354 (50%).',
      'After that, nothing is returned.',
      'You can move it to another time within 2 hours of booking.',
    ]);
    expect(said(10)).toEqual([
      'Cancel within 15 minutes of booking and everything is returned: ₹708.',
      'After that, nothing is returned.',
      'You can move it to another time within 15 minutes of booking.',
    ]);
    expect(said(0.5)).toEqual([
      'The start is so close that cancelling returns nothing.',
      'It cannot be moved to another time.',
    ]);
  });

  test('have a time after booking in whole minutes', () => {
    const correctedFor = (correctionMinutes: number) =>
      said(10, { steps: [], grace: null, correctionMinutes })[0];
    expect(correctedFor(1)).toBe('Cancel within 1 minute of booking and everything is returned: ₹708.');
    expect(correctedFor(2)).toBe('Cancel within 2 minutes of booking and everything is returned: ₹708.');
    expect(correctedFor(60)).toBe('Cancel within 1 hour of booking and everything is returned: ₹708.');
  });

  test('leave out a step that ends before the time after booking does', () => {
    expect(said(25, { ...defaultCancellationPolicies.card, grace: null, correctionMinutes: 120 })).toEqual([
      'Cancel within 2 hours of booking and everything is returned: ₹708.',
      'After that, nothing is returned.',
      'You can move it to another time within 2 hours of booking.',
    ]);
  });

  test('are what the refund then is', () => {
    for (const hours of [500, 49, 48, 47, 30, 25, 24, 10, 2, 1.1, 1, 0.5]) {
      const now = START - hours * HOUR;
      const { percent } = refundTerms(defaultCancellationPolicies.card, START, now, now, card(70_800));
      expect(said(hours)[0]?.includes('₹708.')).toBe(percent === 100);
    }
  });
});

describe('the text of a policy', () => {
  test('names every step', () => {
    expect(policyInWords(defaultCancellationPolicies.card, 'card')).toEqual([
      'Full refund until 48 hours before the start, and for 2 hours after booking while the start is more than 24 hours away.',
      '50% refund until 24 hours before the start.',
      'Full refund for 15 minutes after booking while the start is more than 1 hour away.',
      'No refund after that.',
    ]);
    expect(policyInWords(defaultCancellationPolicies.points, 'points')).toEqual([
      'All points are returned until 4 hours before the start.',
      'All points are returned for 15 minutes after booking while the start is more than 1 hour away.',
      'No refund after that.',
    ]);
  });

  test('names the grace period and the percentages of other policies', () => {
    const policy: CancellationPolicy = {
      steps: [{ hours: 1, percent: 30 }],
      grace: { hours: 1, leadHours: 6 },
    };
    expect(policyInWords(policy, 'points')).toEqual([
      'All points are returned for 1 hour after booking while the start is more than 6 hours away.',
      '30% of the points are returned until 1 hour before the start.',
      'No refund after that.',
    ]);
    const half: CancellationPolicy = { steps: [{ hours: 4, percent: 50 }], grace: null };
    expect(policyInWords(half, 'points')[0]).toBe(
      'Half of the points are returned until 4 hours before the start.',
    );
    expect(policyInWords({ steps: [], grace: null, correctionMinutes: 1 }, 'card')[0]).toBe(
      'Full refund for 1 minute after booking while the start is more than 1 hour away.',
    );
    expect(policyInWords({ steps: [], grace: null }, 'card')).toEqual(['No refund.']);
  });
});

describe('the steps of a policy', () => {
  const problem = (...steps: [number, number][]) =>
    policyProblem({ steps: steps.map(([hours, percent]) => ({ hours, percent })) });

  test('are valid when each is nearer to the start and returns less than the one before', () => {
    expect(problem()).toBeNull();
    expect(problem([48, 100])).toBeNull();
    expect(problem([48, 100], [24, 50], [2, 49])).toBeNull();
  });

  test.each<[string, [number, number][]]>([
    [
      'hours',
      [
        [24, 100],
        [48, 50],
      ],
    ],
    [
      'hours',
      [
        [24, 100],
        [24, 50],
      ],
    ],
    [
      'less',
      [
        [48, 50],
        [24, 100],
      ],
    ],
    [
      'less',
      [
        [48, 50],
        [24, 50],
      ],
    ],
    [
      'less',
      [
        [48, 50],
        [24, 40],
        [2, 40],
      ],
    ],
  ])('are refused otherwise, with a message about %s', (word, steps) => {
    expect(problem(...steps)).toContain(word);
  });
});

test.each([
  { paise: 59_000, left: 88_500, is: 59_000 },
  { paise: 59_000, left: 20_000, is: 20_000 },
  { paise: 100, left: 500, is: 100 },
  { paise: 99, left: 100, is: 100 },
  { paise: 40, left: 99, is: 0 },
  { paise: 0, left: 500, is: 0 },
  { paise: 500, left: -1, is: 0 },
])('of $left paise left, a refund of $paise is $is: the provider makes none below one rupee', (row) => {
  expect(refundablePaise(row.paise, row.left)).toBe(row.is);
});
