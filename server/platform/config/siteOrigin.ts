import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';

const listensOnAllAddresses = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** At one of its hosts. The server must be listening. */
function originAt(host: string, app: FastifyInstance): string {
  const { port } = app.server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** For the server's own calls, without a name to look up. The server must be listening. */
export const ownOrigin = ({ host }: Pick<Config, 'host'>, app: FastifyInstance): string =>
  originAt(listensOnAllAddresses(host) ? '127.0.0.1' : host, app);

/** For a browser on this machine. The server must be listening. */
export const localOrigin = ({ host }: Pick<Config, 'host'>, app: FastifyInstance): string =>
  originAt(listensOnAllAddresses(host) || host === '127.0.0.1' ? 'localhost' : host, app);

/** For links and calendar entries: PUBLIC_ORIGIN, else the server's local address. */
export const siteOrigin = (config: Pick<Config, 'host' | 'publicOrigin'>, app: FastifyInstance): string =>
  config.publicOrigin ?? localOrigin(config, app);
