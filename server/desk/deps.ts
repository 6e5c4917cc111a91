import type { Database } from '../database/schema.ts';

/** What the desk's routes work with. `now`: the server's clock, milliseconds since 1970. */
export interface DeskDeps {
  readonly database: Database;
  readonly now: () => number;
}
