/** The pauses before a failed flow is restarted, in milliseconds; the failure after the last one is final. */
const RESTART_DELAYS_MS: readonly number[] = [0, 1_000, 5_000];

/** A restarted flow that has run for this long, in milliseconds, has recovered: its failures are reset. */
export const RECOVERED_AFTER_MS = 30_000;

/**
 * The pause before a flow is restarted after a number of failures, in milliseconds; null when it is not restarted. A flow that
 * fails at every start would otherwise block the page (decision 0025).
 */
export const restartDelay = (failures: number): number | null => RESTART_DELAYS_MS[failures - 1] ?? null;
