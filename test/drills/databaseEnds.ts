import { setTimeout as delay } from 'node:timers/promises';
import type { Drill } from './drill.ts';

/** How long the database stays away, in milliseconds. */
const AWAY_MS = 2_000;

const ending = (name: string, signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL', awayMs: number): Drill => ({
  name,
  async trouble({ postgres }) {
    await postgres.end(signal);
    await delay(awayMs);
    await postgres.restart();
  },
});

/** The database ends, in each of the ways in which it can, and comes again. */
export const databaseEnds: readonly Drill[] = [
  ending('database stopped immediately', 'SIGQUIT', AWAY_MS),
  ending('database restarted', 'SIGINT', 0),
  ending('database killed', 'SIGKILL', AWAY_MS),
];
