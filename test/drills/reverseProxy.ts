import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Target } from './load.ts';

/** A proxy in front of servers. */
export interface ReverseProxy extends Target {
  close(): Promise<void>;
}

/**
 * Does with requests what deploy/Caddyfile says: in turn to each server; one that reached no server goes to the next; one that
 * was sent is not repeated, and its visitor gets 502.
 */
export async function reverseProxyTo(servers: readonly Target[]): Promise<ReverseProxy> {
  let turn = 0;

  /** `tried`: how many servers it did not reach, counted from the first one, `from`. */
  function forward(
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    from: number,
    tried = 0,
  ): void {
    const { url } = servers[(from + tried) % servers.length] as Target;
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
        forward(request, body, response, from, tried + 1);
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
