import { behindProxy } from './behindProxy.ts';
import { clocksApart } from './clocksApart.ts';
import { databaseEnds } from './databaseEnds.ts';
import { diskFull } from './diskFull.ts';
import type { Drill } from './drill.ts';
import { liveViewers } from './liveViewers.ts';
import { lock } from './lock.ts';
import { partition } from './partition.ts';
import { partitioned } from './partitioned.ts';
import { pgBouncerKilled } from './pgBouncerKilled.ts';
import { primaryKilled } from './primaryKilled.ts';
import { restore } from './restore.ts';
import { readStandbyAway } from './readStandbyAway.ts';
import { serversKilled } from './serversKilled.ts';

/** Every kind of trouble that is rehearsed. */
export const drills: readonly Drill[] = [
  ...databaseEnds,
  partition,
  lock,
  partitioned,
  serversKilled,
  behindProxy,
  diskFull,
  clocksApart,
  restore,
  primaryKilled,
  readStandbyAway,
  pgBouncerKilled,
  liveViewers,
];
