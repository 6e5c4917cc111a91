import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Database } from '../platform/database/schema.ts';

export interface DeskDeps {
  readonly database: Database;
  readonly now: () => EpochMs;
}
