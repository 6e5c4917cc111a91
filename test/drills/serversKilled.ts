import type { Drill } from './drill.ts';

export const serversKilled: Drill = {
  name: 'servers killed in turn',
  async fail({ servers }, _load, round) {
    const server = servers[round % servers.length];
    await server?.kill();
    await server?.start();
  },
};
