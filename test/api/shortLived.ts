/**
 * Node's options for a server that runs only for a few tests. Its embedded database is compiled without optimisation, which
 * saves a third of the processor time of a start. A few statements would not make up for that time.
 */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only'];
