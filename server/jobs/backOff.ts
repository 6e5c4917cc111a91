/** A pause in milliseconds that doubles with every attempt, up to a longest one. `attempts`: how many there were before. */
export const backOff = (attempts: number, firstMs: number, longestMs: number): number =>
  Math.min(firstMs * 2 ** Math.min(attempts, 20), longestMs);
