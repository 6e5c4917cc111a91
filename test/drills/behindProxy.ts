import { setTimeout as delay } from 'node:timers/promises';
import type { Drill } from './drill.ts';

/** How long a server stays away, in milliseconds. */
const AWAY_MS = 1_000;
/** A visitor asks, and at most once more. */
const MOST_ATTEMPTS = 2;

/** One server after the other is killed behind a proxy: a visitor sees at most one request that has to be repeated. */
export const behindProxy: Drill = {
  name: 'servers killed behind a proxy',
  prepare: () => ({ options: { proxy: true }, done: () => undefined }),
  async trouble({ servers }, load, round) {
    const server = servers[round % servers.length];
    await server?.kill();
    await delay(AWAY_MS);
    await server?.start();
    const most = load.mostAttempts;
    return most.length <= MOST_ATTEMPTS
      ? []
      : [`a visitor had to ask ${most.length} times for one booking: ${most.join(', ')}`];
  },
};
