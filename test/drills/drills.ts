import { clocksApart } from './clocksApart.ts';
import { databaseEnds } from './databaseEnds.ts';
import { diskFull } from './diskFull.ts';
import type { Drill } from './drill.ts';
import { lock } from './lock.ts';
import { partition } from './partition.ts';
import { restore } from './restore.ts';
import { serversKilled } from './serversKilled.ts';

/** Every kind of trouble that is rehearsed. */
export const drills: readonly Drill[] = [
  ...databaseEnds,
  partition,
  lock,
  serversKilled,
  diskFull,
  clocksApart,
  restore,
];
