import type { Clock } from '../../machines/clock.ts';

/** `Date` headers have whole seconds, and a response takes time: smaller differences mean nothing. */
const TOLERANCE_MS = 2_000;

export interface ServerClock extends Clock {
  isUnsynced(): boolean;
  /** Reads a response's `Date` header, given when the request was sent and the response received (ms since 1970). */
  synchronise(dateHeader: unknown, sentAt: number, receivedAt: number): void;
  /** Calls back after the first answer that sets the clock and after each that moves it; returns how to stop. */
  watch(onSet: () => void): () => void;
}

/** The browser's clock, corrected by the server's time (ruling 4). */
export function createServerClock(): ServerClock {
  let offset = 0;
  let isSet = false;
  const watchers = new Set<() => void>();
  return {
    now: () => Date.now() + offset,
    isUnsynced: () => !isSet,
    synchronise(dateHeader, sentAt, receivedAt) {
      const serverTime = typeof dateHeader === 'string' ? Date.parse(dateHeader) : NaN;
      const measured = serverTime + 500 - (sentAt + receivedAt) / 2;
      // Without a readable date the browser's clock is the best there is.
      const isMoved = Math.abs(measured - offset) > TOLERANCE_MS;
      if (isMoved) offset = measured;
      if (isSet && !isMoved) return;
      isSet = true;
      watchers.forEach((onSet) => onSet());
    },
    watch(onSet) {
      watchers.add(onSet);
      return () => void watchers.delete(onSet);
    },
  };
}

/**
 * Resolves once any response has set the clock. `request` makes a call for one, at most one at a time; rejects when it
 * fails.
 */
export function createSetClock(clock: ServerClock, request: () => Promise<void>): () => Promise<void> {
  let pending: Promise<void> | null = null;
  return () => {
    if (!clock.isUnsynced()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const stop = clock.watch(() => {
        stop();
        resolve();
      });
      pending ??= request().finally(() => {
        pending = null;
      });
      // An answer without a date settles it as well: there is no better clock then.
      pending.then(
        () => {
          stop();
          resolve();
        },
        (error: unknown) => {
          stop();
          reject(error instanceof Error ? error : new Error('no answer', { cause: error }));
        },
      );
    });
  };
}
