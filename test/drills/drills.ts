import { behindProxy } from './network/behindProxy.ts';
import { clocksApart } from './clocksApart.ts';
import { databaseStops } from './databaseStops.ts';
import { diskFull } from './diskFull.ts';
import type { Drill } from './drill.ts';
import { liveViewers } from './visitors/liveViewers.ts';
import { tableLock } from './tableLock.ts';
import { networkPartition } from './network/networkPartition.ts';
import { tablePartitioning } from './tablePartitioning.ts';
import { pgBouncerKilled } from './network/pgBouncerKilled.ts';
import { primaryKilled } from './primaryKilled.ts';
import { restore } from './restore.ts';
import { readStandbyOutage } from './readStandbyOutage.ts';
import { serversKilled } from './serversKilled.ts';

/** All drills. */
export const drills: readonly Drill[] = [
  ...databaseStops,
  networkPartition,
  tableLock,
  tablePartitioning,
  serversKilled,
  behindProxy,
  diskFull,
  clocksApart,
  restore,
  primaryKilled,
  readStandbyOutage,
  pgBouncerKilled,
  liveViewers,
];
