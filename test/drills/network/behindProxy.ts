import { setTimeout as delay } from 'node:timers/promises';
import type { Drill } from '../drill.ts';

const DOWNTIME_MS = 1_000;
/** A request and at most one repetition. */
const MAX_ATTEMPTS = 2;

/** The servers behind a proxy are killed in turn. A visitor has to repeat a request at most once. */
export const behindProxy: Drill = {
  name: 'servers killed behind a proxy',
  prepare: () => ({ options: { proxy: true }, cleanUp: () => undefined }),
  async fail({ servers }, load, round) {
    const server = servers[round % servers.length];
    await server?.kill();
    await delay(DOWNTIME_MS);
    await server?.start();
    const attempts = load.mostAttempts;
    return attempts.length <= MAX_ATTEMPTS
      ? []
      : [`a visitor needed ${attempts.length} requests for one booking: ${attempts.join(', ')}`];
  },
};
