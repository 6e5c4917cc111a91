/** How long the desk's payment link can be paid, in milliseconds, if the booking does not begin sooner. */
const LINK_LIFETIME_MS = 24 * 3_600_000;

/** The provider's shortest life of a link, and a minute to make it. */
const MIN_LINK_LIFETIME_MS = 16 * 60_000;

/**
 * Until when a payment link for a booking can be paid, and its slots are held: a day, but never past the start. Null when that
 * is too soon for the provider. Instants in milliseconds since 1970.
 */
export const linkDeadline = (startsAt: number, now: number): number | null =>
  startsAt - now < MIN_LINK_LIFETIME_MS ? null : Math.min(startsAt, now + LINK_LIFETIME_MS);
