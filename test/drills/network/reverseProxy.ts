import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Target } from '../visitors/load.ts';

/** A reverse proxy in front of servers. */
export interface ReverseProxy extends Target {
  close(): Promise<void>;
}

/**
 * Forwards requests like deploy/Caddyfile: to the servers in turn, and to the next server when one refuses the connection. A
 * request that was sent and failed is not repeated, and gets 502.
 */
export async function startReverseProxy(servers: readonly Target[]): Promise<ReverseProxy> {
  let turn = 0;

  /** `tried` is the number of servers, counted from the index `from`, that refused the connection. */
  function forward(
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    firstServer: number,
    tried = 0,
  ): void {
    const { url } = servers[(firstServer + tried) % servers.length] as Target;
    const outgoing = send(url + String(request.url), {
      method: request.method,
      headers: { ...request.headers, 'x-forwarded-for': String(request.socket.remoteAddress) },
      agent: false,
    });
    const fail = () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502, { 'content-type': 'application/json' }).end('{}');
    };
    outgoing.once('response', (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.pipe(response);
      incoming.once('error', fail);
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && tried + 1 < servers.length)
        forward(request, body, response, firstServer, tried + 1);
      else fail();
    });
    outgoing.end(body);
  }

  const proxy = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => forward(request, Buffer.concat(chunks), response, (turn += 1)));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
