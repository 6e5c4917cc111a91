import { setTimeout as delay } from 'node:timers/promises';
import type { Drill } from './drill.ts';
import { healings } from './network.ts';

/** Longer than a request may take, in milliseconds. */
const CUT_MS = 12_000;

/** The network to the database drops everything without a word, and comes again in one way or another. */
export const partition: Drill = {
  name: 'network partition',
  prepare: () => ({ options: { network: true }, done: () => undefined }),
  async trouble({ network, servers }, load, round) {
    const before = servers.map((server) => load.notReady(server));
    network?.partition();
    await delay(CUT_MS);
    network?.heal(healings[round % healings.length] ?? 'resume');
    return servers.flatMap((server, n) =>
      load.notReady(server) > (before[n] ?? 0) ? [] : [`server ${n + 1} was ready without a database`],
    );
  },
};
