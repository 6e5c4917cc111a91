import { setTimeout as delay } from 'node:timers/promises';
import type { Drill } from './drill.ts';

const DOWNTIME_MS = 2_000;

const stopDrill = (name: string, signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL', downtimeMs: number): Drill => ({
  name,
  async fail({ postgres }) {
    await postgres.end(signal);
    await delay(downtimeMs);
    await postgres.restart();
  },
});

export const databaseStops: readonly Drill[] = [
  stopDrill('database stopped immediately', 'SIGQUIT', DOWNTIME_MS),
  stopDrill('database restarted', 'SIGINT', 0),
  stopDrill('database killed', 'SIGKILL', DOWNTIME_MS),
];
