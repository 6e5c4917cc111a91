import type { Drill } from './drill.ts';

/** One server after the other is killed and started again. */
export const serversKilled: Drill = {
  name: 'servers killed in turn',
  async trouble({ servers }, _load, round) {
    const server = servers[round % servers.length];
    await server?.kill();
    await server?.start();
  },
};
