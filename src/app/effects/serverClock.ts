import type { Clock } from '../../../machines/engine/clock.ts';

/** `Date` headers have whole seconds, and a response takes time, so smaller differences are ignored. */
const TOLERANCE_MS = 2_000;

export interface ServerClock extends Clock {
  isUnsynced(): boolean;
  /** Sets the clock by a response's `Date` header. `sentAt`, `receivedAt`: milliseconds since 1970 by the browser's clock. */
  synchronise(dateHeader: unknown, sentAt: number, receivedAt: number): void;
  /** Calls `onSet` after the first response and after each that corrects the clock. Returns a function that stops it. */
  watch(onSet: () => void): () => void;
}

/** The browser's clock, corrected to the server's time (ruling 4). */
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
      // Without a readable `Date` header, `measured` is NaN and the browser's clock is used.
      const isCorrected = Math.abs(measured - offset) > TOLERANCE_MS;
      if (isCorrected) offset = measured;
      if (isSet && !isCorrected) return;
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
 * Returns a function that resolves once any response has set the clock. It calls `request` to get one, at most one at a time,
 * and rejects when that request fails.
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
      // A response without a date resolves as well, because there is no better clock.
      pending.then(
        () => {
          stop();
          resolve();
        },
        (error: unknown) => {
          stop();
          reject(error instanceof Error ? error : new Error('no response', { cause: error }));
        },
      );
    });
  };
}
