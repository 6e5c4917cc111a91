import type { Database } from './schema.ts';

/**
 * Reads for display, which may be slightly out of date (docs/decisions/0081-failover-and-standby.md). Code that decides
 * anything reads from the primary instead.
 */
export interface Reads {
  /**
   * Runs `work`, which only reads, on a standby that has everything that was committed before `asOf`, else on the primary.
   * `asOf` is by `performance.now()`; when it is left out, the standby may be behind by the maximum lag. Work that fails on the
   * standby runs once more on the primary, so its errors are those of the primary.
   */
  read<T>(work: (source: Database) => Promise<T>, asOf?: number): Promise<T>;
}

/** Runs all reads on the primary. */
export const primaryReads = (primary: Database): Reads => ({ read: (work) => work(primary) });
