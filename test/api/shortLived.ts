/**
 * Node's options for a server that lives for a few tests. Its embedded database is compiled quickly and runs the same: compiling it
 * for speed takes a third of the processor time of a start, which so few statements never win back.
 */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only'];
