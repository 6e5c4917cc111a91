import { setTimeout as delay } from 'node:timers/promises';
import type { Drill } from '../drill.ts';
import { healModes } from './network.ts';

/** This is longer than the timeout of a request, in milliseconds. */
const DURATION_MS = 12_000;

/** The network to the database silently drops all data. The rounds end the partition in different ways. */
export const networkPartition: Drill = {
  name: 'network partition',
  prepare: () => ({ options: { network: true }, cleanUp: () => undefined }),
  async fail({ network, servers }, load, round) {
    const before = servers.map((server) => load.notReady(server));
    network?.partition();
    await delay(DURATION_MS);
    network?.heal(healModes[round % healModes.length] ?? 'resume');
    return servers.flatMap((server, n) =>
      load.notReady(server) > (before[n] ?? 0) ? [] : [`server ${n + 1} was ready without a database`],
    );
  },
};
