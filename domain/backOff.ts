/**
 * The pause after a number of failures in a row, counted from 1: it doubles with each, up to the longest. All in
 * milliseconds.
 */
export const backOff = (failures: number, firstMs: number, longestMs = Infinity): number =>
  Math.min(longestMs, firstMs * 2 ** (failures - 1));
