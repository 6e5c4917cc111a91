import type { Socket } from 'node:net';
import type { FastifyPluginAsync } from 'fastify';
import plugin from 'fastify-plugin';

/**
 * Closes the connections that have not sent a request when the server shuts down. Browsers open such connections in advance,
 * and Node would wait for them for more than a minute. For the same reason each response during shutdown closes its connection.
 */
const closeIdleConnections: FastifyPluginAsync = async (app) => {
  const openSockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    openSockets.add(socket);
    socket.once('close', () => openSockets.delete(socket));
  });
  let isClosing = false;
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of openSockets) if (socket.bytesRead === 0) socket.destroy();
  });
};
// The plugin is not encapsulated, because its hook applies to all responses.
export default plugin(closeIdleConnections);
