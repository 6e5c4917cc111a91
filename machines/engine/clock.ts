/** The server's time as the client knows it (ruling 4). `now` returns milliseconds since 1970, UTC. */
export interface Clock {
  now(): number;
  /**
   * True until a server response has set the clock: it then shows the time of the browser. A clock without this method is
   * always synced.
   */
  isUnsynced?(): boolean;
}

/** The longest delay of a timer: a longer one would fire at once. Later deadlines need several timers. */
const MAX_TIMER_DELAY_MS = 2 ** 31 - 1;

/** Milliseconds from now to an instant, at least 0 and at most the longest delay. */
export const delayUntil = (instant: number, clock: Clock): number =>
  Math.min(MAX_TIMER_DELAY_MS, Math.max(0, instant - clock.now()));
