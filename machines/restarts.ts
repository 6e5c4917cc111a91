/** Waits before a flow that failed is restarted, in milliseconds; the failure after the last of them is final. */
const DELAYS_MS: readonly number[] = [0, 1_000, 5_000];

/** A restarted flow that has run for this long is well: its failures no longer count. In milliseconds. */
export const WELL_AFTER_MS = 30_000;

/**
 * How long to wait before a flow is restarted that has failed this often, in milliseconds; null when it stays down. A flow
 * that throws at every start would otherwise keep the page busy for good (decision 25).
 */
export const restartDelay = (failures: number): number | null => DELAYS_MS[failures - 1] ?? null;
