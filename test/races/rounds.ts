import { isFullRun } from '../fullRun.ts';

/** How often a race runs: a quarter of the rounds of a full run is enough for every change of the code. */
export const roundsOf = (full: number): number => (isFullRun ? full : Math.ceil(full / 4));

/** From 1. */
export const roundNumbers = (full: number): number[] =>
  Array.from({ length: roundsOf(full) }, (_, n) => n + 1);
