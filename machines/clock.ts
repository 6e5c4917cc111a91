/** The server's time, as well as the client knows it (ruling 4). `now` gives milliseconds since 1970, UTC. */
export interface Clock {
  now(): number;
  /** Whether no answer of the server has set it yet, so that it is only as right as the browser's own; absent: it is right. */
  isUnsynced?(): boolean;
}

/** The longest delay that timers take; a longer one would fire at once. Deadlines further off re-arm. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** Milliseconds from now to an instant, never negative and never beyond what a timer can hold. */
export const delayUntil = (instant: number, clock: Clock): number =>
  Math.min(LONGEST_DELAY, Math.max(0, instant - clock.now()));
