import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * The effect of a partition's end on old connections: they continue; or the network forgets them, so that they stay silent; or
 * both ends are reset.
 */
export type HealMode = 'resume' | 'forget' | 'reset';
export const healModes: readonly HealMode[] = ['resume', 'forget', 'reset'];

/** A network between servers and their database, whose connections can be interrupted silently. */
export interface Network {
  /** The database's URL through this network. */
  readonly url: string;
  /** Interrupts all connections without closing or refusing them. */
  partition(): void;
  heal(mode: HealMode): void;
  /** Redirects new connections to another database with the same user and name, and resets the old ones. */
  redirectTo(databaseUrl: string): void;
  close(): Promise<void>;
}

interface Connection {
  readonly ends: readonly [Socket, Socket];
  forgotten: boolean;
}

/** Creates a network to the database at a URL. */
export async function networkTo(databaseUrl: string): Promise<Network> {
  let target = new URL(databaseUrl);
  const connections = new Set<Connection>();
  let isPartitioned = false;

  const proxy = createServer({ allowHalfOpen: true }, (server) => {
    const database = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true });
    const connection: Connection = { ends: [server, database], forgotten: false };
    connections.add(connection);
    for (const [from, to] of [
      [server, database],
      [database, server],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes));
      from.on('end', () => to.end());
      from.on('error', () => undefined);
      from.on('close', () => {
        connections.delete(connection);
        if (!isPartitioned && !connection.forgotten) to.destroy();
      });
      if (isPartitioned) from.pause();
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');

  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    partition() {
      isPartitioned = true;
      for (const { ends } of connections) ends.forEach((end) => end.pause());
    },
    heal(mode) {
      isPartitioned = false;
      for (const connection of connections) {
        if (connection.forgotten) continue;
        if (mode === 'forget') connection.forgotten = true;
        else if (mode === 'resume') connection.ends.forEach((end) => end.resume());
        else connection.ends.forEach((end) => end.resetAndDestroy());
      }
    },
    redirectTo(newUrl) {
      target = new URL(newUrl);
      for (const { ends } of connections) ends.forEach((end) => end.resetAndDestroy());
    },
    async close() {
      for (const { ends } of connections) ends.forEach((end) => end.destroy());
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
