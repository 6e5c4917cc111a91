/** Until `hours` before the start, `percent` of what was paid comes back. */
export interface CancellationStep {
  readonly hours: number;
  readonly percent: number;
}

/** What comes back when a booking is cancelled. It is copied onto each booking, so a change binds new bookings only. */
export interface CancellationPolicy {
  /** In order of time: the most hours first. After the last step nothing comes back. */
  readonly steps: readonly CancellationStep[];
  /** For `hours` after booking everything comes back, while the start is more than `leadHours` away. */
  readonly grace: { readonly hours: number; readonly leadHours: number } | null;
}

/** What a booking was paid with: `amount` is in paise, or in half-points. */
export interface AmountPaid {
  readonly with: 'card' | 'points';
  readonly amount: number;
}

/** The policies of bookings that are made from a day on, by what they are paid with (decision 0096). */
export interface CancellationPolicies extends Readonly<Record<AmountPaid['with'], CancellationPolicy>> {
  /** IST date. */
  readonly from_day: string;
}

/** The policies of a new site. An owner may let others begin. */
export const defaultCancellationPolicies: CancellationPolicies = {
  from_day: '2025-01-01',
  card: {
    steps: [
      { hours: 48, percent: 100 },
      { hours: 24, percent: 50 },
    ],
    grace: { hours: 2, leadHours: 24 },
  },
  points: { steps: [{ hours: 4, percent: 100 }], grace: null },
};

/** The most steps of a policy, and the longest time before the start, or after booking, in hours. */
export const MAX_STEPS = 3;
export const MAX_HOURS = 30 * 24;

/** The most days ahead on which a policy may begin. */
export const MAX_POLICY_DAYS_AHEAD = 366;

/**
 * What is wrong with a step of a policy and the number that is, null when nothing is: each must be nearer to the start than
 * the one before it, and return less.
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

/** What is wrong with the steps of a policy, null when nothing is. */
export function policyProblem({ steps }: Pick<CancellationPolicy, 'steps'>): string | null {
  const problems = steps.map((step, index) => stepProblem(step, steps[index - 1])?.text);
  return problems.find((text) => text !== undefined) ?? null;
}

/**
 * The smallest amount that the provider refunds, or takes, is one rupee, in paise. Half-points come back one by one.
 */
export const MIN_REFUND: Readonly<Record<AmountPaid['with'], number>> = { card: 100, points: 1 };

const HOUR_MS = 3_600_000;

/** What cancelling returns at an instant. */
export interface RefundTerms {
  /** The share of the price that comes back. */
  readonly percent: number;
  /** In the unit of what was paid. */
  readonly refund: number;
  /** The last instant at which everything comes back, also when it has passed; null when there never was one. */
  readonly freeUntil: number | null;
}

/**
 * What comes back when a booking is cancelled at `now`. All instants are milliseconds since 1970; a step includes its
 * last instant. A fraction of a paisa or of a half-point is rounded to the nearest, a half up; a refund below the
 * provider's smallest is that, as far as as much was paid.
 */
export function refundTerms(
  policy: CancellationPolicy,
  startsAt: number,
  bookedAt: number,
  now: number,
  paid: AmountPaid,
): RefundTerms {
  const before = (hours: number): number => startsAt - hours * HOUR_MS;
  const graceUntil = policy.grace
    ? Math.min(bookedAt + policy.grace.hours * HOUR_MS, before(policy.grace.leadHours) - 1)
    : -Infinity;
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

const SHARE_TEXTS: Readonly<Record<AmountPaid['with'], (percent: number) => string>> = {
  card: (percent) => (percent === 100 ? 'Everything you paid' : percent === 50 ? 'Half' : `${percent}%`),
  points: (percent) =>
    percent === 100 ? 'All points' : percent === 50 ? 'Half of the points' : `${percent}% of the points`,
};

const RETURN_VERBS: Readonly<Record<AmountPaid['with'], string>> = {
  card: 'comes back',
  points: 'come back',
};

/** A policy in plain words, a sentence for each step. `paidWith`: what the booking is paid with. */
export function policyInWords({ steps, grace }: CancellationPolicy, paidWith: AmountPaid['with']): string[] {
  const verb = RETURN_VERBS[paidWith];
  const graceText = grace
    ? `for ${hoursText(grace.hours)} after booking while the start is more than ${hoursText(grace.leadHours)} away`
    : null;
  const sentences = steps.map(({ hours, percent }) => {
    const until = `until ${hoursText(hours)} before the start`;
    const when = percent === 100 && graceText ? `${until}, and ${graceText}` : until;
    return `${SHARE_TEXTS[paidWith](percent)} ${verb} ${when}.`;
  });
  if (graceText && !steps.some(({ percent }) => percent === 100)) {
    sentences.unshift(`${SHARE_TEXTS[paidWith](100)} ${verb} ${graceText}.`);
  }
  return [...sentences, sentences.length > 0 ? 'After that, nothing comes back.' : 'Nothing comes back.'];
}
