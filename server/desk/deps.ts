import type { Database } from '../database/schema.ts';

/** The dependencies of the desk's routes. `now`: the server's clock, milliseconds since 1970. */
export interface DeskDeps {
  readonly database: Database;
  readonly now: () => number;
}
