import type { Socket } from 'node:net';
import type { FastifyPluginAsync } from 'fastify';

/**
 * Ends connections on which nothing was ever asked when the server shuts down. Browsers open some ahead, and Node waits for
 * them for as long as for an answer under way: more than a minute.
 */
const unasked: FastifyPluginAsync = async (app) => {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
};
export default unasked;
