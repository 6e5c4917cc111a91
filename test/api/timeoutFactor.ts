/** Multiplies the timeouts of servers in tests, so that a busy machine decides none. */
export const TIMEOUT_FACTOR = 20;
