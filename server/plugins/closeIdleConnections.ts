import type { Socket } from 'node:net';
import type { FastifyPluginAsync } from 'fastify';
import plugin from 'fastify-plugin';

/**
 * Closes connections without any request when the server shuts down. Browsers open some in advance, and Node waits for
 * them for more than a minute. For the same reason each response during shutdown closes its connection.
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
// Registered without encapsulation, because its hook is for every response.
export default plugin(closeIdleConnections);
