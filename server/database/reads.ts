import type { Database } from './schema.ts';

/**
 * Reads that may show what was committed a moment ago (docs/decisions/0083-reads-from-a-standby.md). Decisions never use
 * them.
 */
export interface Reads {
  /**
   * Runs `work`, which only reads, on a standby that shows everything that was committed before `since`
   * (`performance.now()`; absent: before the allowed lag), else on the primary. Work that fails on the standby runs once
   * more on the primary, so its errors are those of the primary.
   */
  read<T>(work: (source: Database) => Promise<T>, since?: number): Promise<T>;
}

/** All reads on the primary. */
export const primaryReads = (primary: Database): Reads => ({ read: (work) => work(primary) });
