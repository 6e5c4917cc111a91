/**
 * The pause after a number of failures in a row (counted from 1), in milliseconds. It doubles with each failure, up to
 * `longestMs`.
 */
export const backOff = (failures: number, firstMs: number, longestMs = Infinity): number =>
  Math.min(longestMs, firstMs * 2 ** (failures - 1));
