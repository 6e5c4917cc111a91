const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Milliseconds, doubling from half a minute up to six hours. */
const backOff = (times: number): number => Math.min(30_000 * 2 ** Math.min(times, 20), 6 * HOUR_MS);

/** When a refund is attempted again after a number of attempts or failures: soon at first, then every six hours. */
export const nextTry = (now: number, times: number): Date => new Date(now + backOff(times));

/** When an accepted refund is polled again after a number of polls. The provider takes days. */
export const nextPoll = (now: number, times: number): Date =>
  new Date(now + Math.min(5 * MINUTE_MS * 2 ** Math.min(times, 20), 6 * HOUR_MS));
