import type { EpochMs } from '../../domain/time/epochMs.ts';

/** How long the provider's checkout stays open (spec 4 and 9), in seconds. */
export const CHECKOUT_SECONDS = 600;

/**
 * How much longer than the checkout's time the slots are held, in seconds. The checkout starts its timer when it is on the
 * screen, which on a slow phone is well after the hold was made, and the timer runs slowly in a background tab. Then the
 * last attempt has to reach the bank, and its result has to reach us, including the client's retries.
 */
const GRACE_SECONDS = 180;

/**
 * The number of minutes after the start of an attempt in which the provider captures its authorised payment automatically.
 * This is the shortest period that the provider allows. Only our server captures a payment that is authorised later.
 */
export const CAPTURE_EXPIRY_MINUTES = 12;

/**
 * The longest duration of a hold after its order was opened, in milliseconds, including extensions: an attempt that started
 * in the checkout's last second is captured automatically during `CAPTURE_EXPIRY_MINUTES`.
 */
export const LONGEST_HOLD_MS = CHECKOUT_SECONDS * 1000 + CAPTURE_EXPIRY_MINUTES * 60_000;

/** The slots of an order are held for an open attempt until then at the latest. */
export const paymentDeadline = (orderedAt: Date): Date => new Date(orderedAt.getTime() + LONGEST_HOLD_MS);

/** How long one extension holds the slots for an open attempt, in milliseconds. */
const EXTENSION_MS = 3 * 60_000;

/** When the hold for an open attempt expires after an extension at `now`. `orderedAt`: when the order was opened. */
export const extendedHold = (orderedAt: Date, now: EpochMs): Date =>
  new Date(Math.min(now + EXTENSION_MS, paymentDeadline(orderedAt).getTime()));

/** When a hold made expires. */
export const holdUntil = (now: EpochMs): Date => new Date(now + (CHECKOUT_SECONDS + GRACE_SECONDS) * 1000);

/** Whole seconds that remain to pay a booking made at `createdAt`; zero or less when the time has passed. */
export const secondsToPay = (createdAt: Date, now: EpochMs): number =>
  Math.floor((createdAt.getTime() - now) / 1000) + CHECKOUT_SECONDS;
