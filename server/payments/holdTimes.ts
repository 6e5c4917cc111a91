/** How long the provider's checkout stays open (spec 4 and 9), in seconds. */
const CHECKOUT_SECONDS = 600;

/**
 * How much longer than the checkout its half-hours are held, in seconds. The checkout counts its time from when it is
 * on the screen, which on a slow phone is well after the hold was made, and in a background tab it counts slowly; then
 * the last code typed has to reach the bank, and the answer us, with the client's retries.
 */
const GRACE_SECONDS = 180;

/**
 * How long after it was begun a payment that the bank authorises is still captured by itself, in minutes: the shortest
 * that the provider allows. What a bank authorises later than that is captured only if its half-hours are still there.
 */
export const CAPTURE_EXPIRY_MINUTES = 12;

/**
 * How long after its order was opened a hold may live, in milliseconds, however often it is extended: an attempt begun
 * in the checkout's last second is still captured by itself for `CAPTURE_EXPIRY_MINUTES`.
 */
export const LONGEST_HOLD_MS = CHECKOUT_SECONDS * 1000 + CAPTURE_EXPIRY_MINUTES * 60_000;

/** Until when, at the latest, the slots of an order opened at an instant stay held for an attempt that is open at the bank. */
export const paymentDeadline = (orderedAt: Date): Date => new Date(orderedAt.getTime() + LONGEST_HOLD_MS);

/** How much longer half-hours are held, at a time, for an attempt that is open at the bank, in milliseconds. */
const EXTENSION_MS = 3 * 60_000;

/** Until when half-hours are held, at an instant, for an attempt to pay an order opened at `orderedAt`. */
export const extendedHold = (orderedAt: Date, now: number): Date =>
  new Date(Math.min(now + EXTENSION_MS, paymentDeadline(orderedAt).getTime()));

/** Until when half-hours asked for at an instant (milliseconds since 1970) are held while they are being paid. */
export const holdUntil = (now: number): Date => new Date(now + (CHECKOUT_SECONDS + GRACE_SECONDS) * 1000);

/** Whole seconds in which a booking made at `createdAt` can still be paid; zero or less when the time is over. */
export const secondsToPay = (createdAt: Date, now: number): number =>
  Math.floor((createdAt.getTime() - now) / 1000) + CHECKOUT_SECONDS;
