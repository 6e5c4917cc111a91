import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * What happens to the connections in a partition: they continue; the network forgets them, so that neither end gets a
 * response; or both ends are reset.
 */
export type Healing = 'resume' | 'forget' | 'reset';
export const healings: readonly Healing[] = ['resume', 'forget', 'reset'];

/** A network between servers and their database that can be cut without a word to either. */
export interface Network {
  /** The database's URL through this network. */
  readonly url: string;
  /** From now on nothing arrives, and no connection is refused or ended. */
  partition(): void;
  heal(how: Healing): void;
  /** From now on the database is the one at another URL with the same user and name; connections to the one before are reset. */
  redirectTo(databaseUrl: string): void;
  close(): Promise<void>;
}

interface Link {
  readonly ends: readonly [Socket, Socket];
  forgotten: boolean;
}

/** A network to the database at a URL. */
export async function networkTo(databaseUrl: string): Promise<Network> {
  let target = new URL(databaseUrl);
  const links = new Set<Link>();
  let cut = false;

  const proxy = createServer({ allowHalfOpen: true }, (server) => {
    const database = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true });
    const link: Link = { ends: [server, database], forgotten: false };
    links.add(link);
    for (const [from, to] of [
      [server, database],
      [database, server],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes));
      from.on('end', () => to.end());
      from.on('error', () => undefined);
      from.on('close', () => {
        links.delete(link);
        if (!cut && !link.forgotten) to.destroy();
      });
      if (cut) from.pause();
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
      cut = true;
      for (const { ends } of links) ends.forEach((end) => end.pause());
    },
    heal(how) {
      cut = false;
      for (const link of links) {
        if (link.forgotten) continue;
        if (how === 'forget') link.forgotten = true;
        else if (how === 'resume') link.ends.forEach((end) => end.resume());
        else link.ends.forEach((end) => end.resetAndDestroy());
      }
    },
    redirectTo(other) {
      target = new URL(other);
      for (const { ends } of links) ends.forEach((end) => end.resetAndDestroy());
    },
    async close() {
      for (const { ends } of links) ends.forEach((end) => end.destroy());
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
