import type { Clock } from '../../machines/clock.ts';

/** `Date` headers carry whole seconds, and an answer takes time: smaller differences say nothing. */
const UNSURE_MS = 2_000;

export interface ServerClock extends Clock {
  /** Learns from an answer's `Date` header, given when the request left and when the answer came (ms since 1970). */
  learn(dateHeader: unknown, sentAt: number, receivedAt: number): void;
}

/** The browser's clock, corrected by what the server says the time is (ruling 4). */
export function createServerClock(): ServerClock {
  let offset = 0;
  return {
    now: () => Date.now() + offset,
    learn(dateHeader, sentAt, receivedAt) {
      const serverTime = typeof dateHeader === 'string' ? Date.parse(dateHeader) : NaN;
      if (Number.isNaN(serverTime)) return;
      const measured = serverTime + 500 - (sentAt + receivedAt) / 2;
      if (Math.abs(measured - offset) > UNSURE_MS) offset = measured;
    },
  };
}
