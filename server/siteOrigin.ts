import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';

const listensOnAllAddresses = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** The origin of the server, which must be listening, at one of its hosts. */
function originAt(host: string, app: FastifyInstance): string {
  const { port } = app.server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The server's address for its own calls, without a name to look up. The server must be listening. */
export const ownOrigin = ({ host }: Pick<Config, 'host'>, app: FastifyInstance): string =>
  originAt(listensOnAllAddresses(host) ? '127.0.0.1' : host, app);

/** The server's address for a browser on this machine. The server must be listening. */
export const localOrigin = ({ host }: Pick<Config, 'host'>, app: FastifyInstance): string =>
  originAt(listensOnAllAddresses(host) || host === '127.0.0.1' ? 'localhost' : host, app);

/** The origin of links and calendar entries: PUBLIC_ORIGIN, else the server's local address. */
export const siteOrigin = (config: Pick<Config, 'host' | 'publicOrigin'>, app: FastifyInstance): string =>
  config.publicOrigin ?? localOrigin(config, app);
