const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How old an order is when the provider is first asked about it, in milliseconds. */
const FIRST_CHECK_MS = 2 * MINUTE_MS;
/** How often it is asked while the half-hours are held. */
const HELD_CHECK_MS = MINUTE_MS;
/** How old an order is when it is asked about whatever became of its booking. */
const SECOND_CHECK_MS = 15 * MINUTE_MS;
/** For how many days after that: banks report late for three, some of the provider's pages say five. */
const DAILY_CHECKS = 5;

/** When the provider is first asked about an order opened at an instant (milliseconds since 1970). */
export const firstCheck = (orderedAt: number): Date => new Date(orderedAt + FIRST_CHECK_MS);

/** When it is asked again after it did not answer. */
export const retryCheck = (now: number): Date => new Date(now + HELD_CHECK_MS);

/** The longest pause after an order failed on our side. */
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS;

/**
 * When an order is tried again that failed on our side: after half of its age, so that pauses grow by half each time, from
 * a minute up to six hours.
 */
export const failedCheck = (orderedAt: Date, now: number): Date =>
  new Date(now + Math.min(Math.max((now - orderedAt.getTime()) / 2, HELD_CHECK_MS), LONGEST_PAUSE_MS));

/**
 * When it is asked next after it answered: every minute while the half-hours are held, after fifteen minutes, then daily
 * for five days and for as long as money is `open` at the bank; null when nothing can come of the order any more. Paid
 * orders are asked about as well, for an attempt that failed may still be authorised days later.
 */
export function nextCheck(
  orderedAt: Date,
  now: number,
  { held, open }: { held: boolean; open: boolean },
): Date | null {
  if (held) return new Date(now + HELD_CHECK_MS);
  const age = now - orderedAt.getTime();
  if (age < SECOND_CHECK_MS) return new Date(orderedAt.getTime() + SECOND_CHECK_MS);
  const days = Math.floor(age / DAY_MS) + 1;
  return days <= DAILY_CHECKS || open ? new Date(orderedAt.getTime() + days * DAY_MS) : null;
}
