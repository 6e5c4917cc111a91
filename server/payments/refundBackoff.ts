import { backOff } from '../../domain/backOff.ts';

const MINUTE_MS = 60_000;
const LONGEST_MS = 6 * 60 * MINUTE_MS;

/** When a refund is attempted again after a number of attempts or failures: soon at first, then every six hours. */
export const nextTry = (now: number, times: number): Date =>
  new Date(now + backOff(times + 1, MINUTE_MS / 2, LONGEST_MS));

/** When an accepted refund is polled again after a number of polls. The provider takes days. */
export const nextPoll = (now: number, times: number): Date =>
  new Date(now + backOff(times + 1, 5 * MINUTE_MS, LONGEST_MS));
