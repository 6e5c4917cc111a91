import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';

/** The server's address as people on this machine type it. The server listens. */
export function localOrigin({ host }: Pick<Config, 'host'>, app: FastifyInstance): string {
  const everywhere = host === '0.0.0.0' || host === '::' || host === '127.0.0.1';
  const { port } = app.server.address() as AddressInfo;
  return `http://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The origin of links and calendar entries: the configured one, else the server's own. */
export const siteOrigin = (config: Pick<Config, 'host' | 'publicOrigin'>, app: FastifyInstance): string =>
  config.publicOrigin ?? localOrigin(config, app);
