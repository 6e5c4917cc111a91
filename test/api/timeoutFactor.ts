/** Multiplies the timeouts of servers in tests, so that no test fails because the machine is busy. */
export const TIMEOUT_FACTOR = 20;
