import { backOff } from '../../../domain/time/backOff.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';

const MINUTE_MS = 60_000;
const LONGEST_MS = 6 * 60 * MINUTE_MS;

/** When a refund is attempted again after a number of attempts or failures. The pauses grow up to six hours. */
export const nextAttempt = (now: EpochMs, attempts: number): Date =>
  new Date(now + backOff(attempts + 1, MINUTE_MS / 2, LONGEST_MS));

/** When an accepted refund is polled again after a number of polls. The provider needs days to process a refund. */
export const nextPoll = (now: EpochMs, polls: number): Date =>
  new Date(now + backOff(polls + 1, 5 * MINUTE_MS, LONGEST_MS));
