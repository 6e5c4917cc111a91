/** The server's time as the client knows it (ruling 4). `now` returns milliseconds since 1970, UTC. */
export interface Clock {
  now(): number;
  /**
   * True until a server response has set the clock: it then shows the time of the browser. A clock without this method is
   * always synced.
   */
  isUnsynced?(): boolean;
}

/** A longer timer would fire at once. Later deadlines need several timers. */
const MAX_TIMER_DELAY_MS = 2 ** 31 - 1;

/** Milliseconds, at least 0 and at most the longest delay. `instant`: milliseconds since 1970, UTC. */
export const delayUntil = (instant: number, clock: Clock): number =>
  Math.min(MAX_TIMER_DELAY_MS, Math.max(0, instant - clock.now()));
