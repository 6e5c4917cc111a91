import type { Database } from '../platform/database/schema.ts';

/** `now`: milliseconds since 1970. */
export interface DeskDeps {
  readonly database: Database;
  readonly now: () => number;
}
