/** Cancelling at least `hours` before the start refunds `percent` of the amount paid. */
export interface CancellationStep {
  readonly hours: number;
  readonly percent: number;
}

/** The refund rules of a booking. They are copied to each booking, so a new policy affects only new bookings. */
export interface CancellationPolicy {
  /** In order of time, the most hours first. After the last step nothing is refunded. */
  readonly steps: readonly CancellationStep[];
  /** Within `hours` after booking the refund is full, while the start is more than `leadHours` away. */
  readonly grace: { readonly hours: number; readonly leadHours: number } | null;
  /**
   * Within so many minutes after booking the refund is full, while the start is more than an hour away: for errors that are seen
   * at once. Null or missing: there is no such time, as in the bookings of an earlier version.
   */
  readonly correctionMinutes?: number | null | undefined;
}

/** The amount paid for a booking: in paise when paid by card, in half-points when paid with points. */
export interface AmountPaid {
  readonly with: 'card' | 'points';
  readonly amount: number;
}

/** The policies of bookings that are made on `from_day` or later, by means of payment. */
export interface CancellationPolicies extends Readonly<Record<AmountPaid['with'], CancellationPolicy>> {
  /** IST date. */
  readonly from_day: string;
}

/** The policies of a new installation. Owners can set other policies. */
export const defaultCancellationPolicies: CancellationPolicies = {
  from_day: '2025-01-01',
  card: {
    steps: [
      { hours: 48, percent: 100 },
      { hours: 24, percent: 50 },
    ],
    grace: { hours: 2, leadHours: 24 },
    correctionMinutes: 15,
  },
  points: { steps: [{ hours: 4, percent: 100 }], grace: null, correctionMinutes: 15 },
};

export const MAX_STEPS = 3;
/** Of a step or of a grace period. */
export const MAX_HOURS = 30 * 24;

export const MAX_CORRECTION_MINUTES = 60;
/** How far away the start of a booking must be while an error can be corrected, in hours. */
export const CORRECTION_LEAD_HOURS = 1;

export const MAX_POLICY_DAYS_AHEAD = 366;

/**
 * The error of a step and the field that has it; null when the step is valid. Each step must be nearer to the start than the
 * step before it and refund less.
 */
export function stepProblem(
  { hours, percent }: CancellationStep,
  before: CancellationStep | undefined,
): { readonly field: keyof CancellationStep; readonly text: string } | null {
  if (before && before.hours <= hours)
    return { field: 'hours', text: 'each step must be fewer hours before the start than the one above it' };
  if (before && before.percent <= percent)
    return { field: 'percent', text: 'each step must return less than the one above it' };
  return null;
}

/** The first error of a policy's steps; null when they are valid. */
export function policyProblem({ steps }: Pick<CancellationPolicy, 'steps'>): string | null {
  const problems = steps.map((step, index) => stepProblem(step, steps[index - 1])?.text);
  return problems.find((text) => text !== undefined) ?? null;
}

/** The smallest refund in paise or half-points. The provider neither charges nor refunds less than one rupee. */
export const MIN_REFUND: Readonly<Record<AmountPaid['with'], number>> = { card: 100, points: 1 };

/**
 * The part of a refund of `paise` that can be made when `leftPaise` are left of the payments: never more than is left. An amount
 * below the provider's smallest refund is raised to it, or is 0 when less than that is left.
 */
export function refundablePaise(paise: number, leftPaise: number): number {
  const refund = Math.min(paise, leftPaise);
  if (refund <= 0) return 0;
  if (refund >= MIN_REFUND.card) return refund;
  return leftPaise >= MIN_REFUND.card ? MIN_REFUND.card : 0;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export interface RefundTerms {
  readonly percent: number;
  /** In the unit of the amount paid: paise or half-points. */
  readonly refund: number;
  /** The last instant with a full refund, also when it has passed; null when there never was one. Milliseconds since 1970. */
  readonly freeUntil: number | null;
}

/**
 * The refund for cancelling a booking at `now`. All instants are milliseconds since 1970; a step includes its last instant. A
 * fraction of a paisa or half-point is rounded to the nearest, a half up. A refund below MIN_REFUND is raised to it, limited by
 * the amount paid.
 */
export function refundTerms(
  policy: CancellationPolicy,
  startsAt: number,
  bookedAt: number,
  now: number,
  paid: AmountPaid,
): RefundTerms {
  const before = (hours: number): number => startsAt - hours * HOUR_MS;
  const graceUntil = Math.max(
    policy.grace
      ? Math.min(bookedAt + policy.grace.hours * HOUR_MS, before(policy.grace.leadHours) - 1)
      : -Infinity,
    policy.correctionMinutes
      ? Math.min(bookedAt + policy.correctionMinutes * MINUTE_MS, before(CORRECTION_LEAD_HOURS) - 1)
      : -Infinity,
  );
  const fullRefundUntil = Math.max(
    graceUntil,
    ...policy.steps.filter(({ percent }) => percent === 100).map(({ hours }) => before(hours)),
  );
  const step = policy.steps.find(({ hours }) => now <= before(hours));
  const percent = now <= graceUntil ? 100 : (step?.percent ?? 0);
  const share = Math.round((paid.amount * percent) / 100);
  return {
    percent,
    refund: percent === 0 ? 0 : Math.min(paid.amount, Math.max(share, MIN_REFUND[paid.with])),
    freeUntil: fullRefundUntil < bookedAt ? null : fullRefundUntil,
  };
}

const hoursText = (hours: number): string => `${hours} ${hours === 1 ? 'hour' : 'hours'}`;

/** The beginnings of the sentences about refunds, by means of payment. */
const REFUND_TEXTS: Readonly<Record<AmountPaid['with'], (percent: number) => string>> = {
  card: (percent) => (percent === 100 ? 'Full refund' : `${percent}% refund`),
  points: (percent) =>
    `${percent === 100 ? 'All points' : percent === 50 ? 'Half of the points' : `${percent}% of the points`} are returned`,
};

/**
 * The terms of a booking that is made at `now`, as sentences: what cancelling returns and until when, and until when it can be
 * moved. Instants are milliseconds since 1970. `instantText` and `amountText` format an instant and an amount of `paid`.
 */
export function ownTermsInWords(
  policy: CancellationPolicy,
  { startsAt, now, paid }: { readonly startsAt: number; readonly now: number; readonly paid: AmountPaid },
  instantText: (instant: number) => string,
  amountText: (amount: number) => string,
): string[] {
  const termsAt = (at: number) => refundTerms(policy, startsAt, now, at, paid);
  const { freeUntil } = termsAt(now);
  const fullStepEnd = Math.max(
    ...policy.steps.filter(({ percent }) => percent === 100).map(({ hours }) => startsAt - hours * HOUR_MS),
    -Infinity,
  );
  // The time after booking has no date yet, because it starts with the payment.
  const whenFree =
    freeUntil === null
      ? null
      : freeUntil <= fullStepEnd
        ? `until ${instantText(freeUntil)}`
        : `within ${durationText(freeUntil - now)} of booking`;
  const later = policy.steps
    .map(({ hours, percent }) => ({ until: startsAt - hours * HOUR_MS, percent }))
    .filter(({ until, percent }) => percent < 100 && until > Math.max(now, freeUntil ?? now));
  const amountAt = (until: number) => amountText(termsAt(until).refund);
  return [
    ...(whenFree === null
      ? []
      : [`Cancel ${whenFree} and everything is returned: ${amountText(paid.amount)}.`]),
    ...later.map(
      ({ until, percent }) => `Cancel until ${instantText(until)}: ${amountAt(until)} (${percent}%).`,
    ),
    whenFree === null && later.length === 0
      ? 'The start is so close that cancelling returns nothing.'
      : 'After that, nothing is returned.',
    whenFree === null
      ? 'It cannot be moved to another time.'
      : `You can move it to another time ${whenFree}.`,
  ];
}

/** A time of at least a minute as text: '15 minutes', '2 hours'. */
function durationText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes >= 120 || minutes === 60) return hoursText(Math.floor(minutes / 60));
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

/** A policy as sentences, one for each step. `paidWith`: the means of payment. */
export function policyInWords(
  { steps, grace, correctionMinutes }: CancellationPolicy,
  paidWith: AmountPaid['with'],
): string[] {
  const graceText = grace
    ? `for ${hoursText(grace.hours)} after booking while the start is more than ${hoursText(grace.leadHours)} away`
    : null;
  const sentences = steps.map(({ hours, percent }) => {
    const until = `until ${hoursText(hours)} before the start`;
    const when = percent === 100 && graceText ? `${until}, and ${graceText}` : until;
    return `${REFUND_TEXTS[paidWith](percent)} ${when}.`;
  });
  if (graceText && !steps.some(({ percent }) => percent === 100)) {
    sentences.unshift(`${REFUND_TEXTS[paidWith](100)} ${graceText}.`);
  }
  if (correctionMinutes) {
    sentences.push(
      `${REFUND_TEXTS[paidWith](100)} for ${durationText(correctionMinutes * MINUTE_MS)} after booking while the start is more than ${hoursText(CORRECTION_LEAD_HOURS)} away.`,
    );
  }
  return [...sentences, sentences.length > 0 ? 'No refund after that.' : 'No refund.'];
}
