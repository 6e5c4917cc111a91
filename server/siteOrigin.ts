import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';

/** The server's address for a browser on this machine. The server must be listening. */
export function localOrigin({ host }: Pick<Config, 'host'>, app: FastifyInstance): string {
  const isLocalhost = host === '0.0.0.0' || host === '::' || host === '127.0.0.1';
  const { port } = app.server.address() as AddressInfo;
  return `http://${isLocalhost ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The origin of links and calendar entries: PUBLIC_ORIGIN, else the server's local address. */
export const siteOrigin = (config: Pick<Config, 'host' | 'publicOrigin'>, app: FastifyInstance): string =>
  config.publicOrigin ?? localOrigin(config, app);
