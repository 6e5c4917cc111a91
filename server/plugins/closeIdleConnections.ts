import type { Socket } from 'node:net';
import type { FastifyPluginAsync } from 'fastify';
import plugin from 'fastify-plugin';

/**
 * Ends connections on which nothing was ever asked when the server shuts down. Browsers open some ahead, and Node waits for
 * them for as long as for an answer under way: more than a minute. For the same reason an answer that is given meanwhile
 * is the last one on its connection.
 */
const closeIdleConnections: FastifyPluginAsync = async (app) => {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  let closing = false;
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
};
// In the scope of the whole application: its hook is about every answer.
export default plugin(closeIdleConnections);
