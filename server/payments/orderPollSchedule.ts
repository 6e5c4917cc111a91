import type { EpochMs } from '../../domain/time/epochMs.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Age of an order. */
const FIRST_CHECK_MS = 2 * MINUTE_MS;
/** Interval while the slots are held. */
const HELD_CHECK_MS = MINUTE_MS;
/** Age of an order, after its hold. */
const SECOND_CHECK_MS = 15 * MINUTE_MS;
/** Banks may report up to three days late; some pages of the provider say five days. */
const DAILY_CHECKS = 5;

/** When an order is first checked. */
export const firstCheck = (orderedAt: EpochMs): Date => new Date(orderedAt + FIRST_CHECK_MS);

/** When an order is checked again after the provider did not respond. */
export const checkAfterNoResponse = (now: EpochMs): Date => new Date(now + HELD_CHECK_MS);

/** After a failure on our side. */
const MAX_PAUSE_MS = 6 * 60 * MINUTE_MS;

/**
 * When an order is checked again after a failure on our side. The pause is half of the order's age, from one minute up to
 * six hours, so each pause is 1.5 times the previous one.
 */
export const checkAfterFailure = (orderedAt: Date, now: EpochMs): Date =>
  new Date(now + Math.min(Math.max((now - orderedAt.getTime()) / 2, HELD_CHECK_MS), MAX_PAUSE_MS));

/**
 * When an order is checked next after a successful check: every minute while its slots are held, after fifteen minutes,
 * then daily for five days and while a payment is `open` at the bank. Null when no payment can come any more. Paid orders
 * are checked too, because the bank may authorise a failed attempt days later.
 */
export function nextCheck(
  orderedAt: Date,
  now: EpochMs,
  { held, open }: { held: boolean; open: boolean },
): Date | null {
  if (held) return new Date(now + HELD_CHECK_MS);
  const age = now - orderedAt.getTime();
  if (age < SECOND_CHECK_MS) return new Date(orderedAt.getTime() + SECOND_CHECK_MS);
  const days = Math.floor(age / DAY_MS) + 1;
  return days <= DAILY_CHECKS || open ? new Date(orderedAt.getTime() + days * DAY_MS) : null;
}

/** Interval for a payment link that can still be paid. A link is valid for hours. */
const LINK_CHECK_MS = 10 * MINUTE_MS;

/** `nextCheck` for a payment link: every ten minutes and at its deadline `until`, then as for any order. */
export function nextLinkCheck(
  madeAt: Date,
  now: EpochMs,
  { held, open, until }: { held: boolean; open: boolean; until: Date | undefined },
): Date | null {
  if (!held || until === undefined) return nextCheck(madeAt, now, { held, open });
  return new Date(Math.min(now + LINK_CHECK_MS, Math.max(until.getTime(), now + HELD_CHECK_MS)));
}
