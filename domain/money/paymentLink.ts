/** The lifetime of the desk's payment link in milliseconds, unless the booking starts sooner. */
const LINK_LIFETIME_MS = 24 * 3_600_000;

/** The provider's shortest lifetime of a link, plus a minute to create it. */
const MIN_LINK_LIFETIME_MS = 16 * 60_000;

/**
 * The instant until which a payment link can be paid and its slots are held: a day from now, but not after the start. Null when
 * the provider does not allow so short a link. Instants are milliseconds since 1970.
 */
export const linkDeadline = (startsAt: number, now: number): number | null =>
  startsAt - now < MIN_LINK_LIFETIME_MS ? null : Math.min(startsAt, now + LINK_LIFETIME_MS);
