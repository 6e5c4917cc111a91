/** The server's time, as known to the client (ruling 4). `now` returns milliseconds since 1970, UTC. */
export interface Clock {
  now(): number;
  /**
   * Whether no server response has set the clock yet, so that it is only the browser's own; a clock without this method
   * is always synced.
   */
  isUnsynced?(): boolean;
}

/** The longest delay of a timer; a longer one would fire at once. Later deadlines use several timers. */
const MAX_TIMER_DELAY_MS = 2 ** 31 - 1;

/** Milliseconds from now to an instant, at least 0 and at most the longest delay. */
export const delayUntil = (instant: number, clock: Clock): number =>
  Math.min(MAX_TIMER_DELAY_MS, Math.max(0, instant - clock.now()));
