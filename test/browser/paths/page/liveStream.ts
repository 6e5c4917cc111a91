import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { paths } from '../../../../contract/paths.ts';

/** A replacement for the server's stream of availability. The path decides when its connections open and break. */
export class LiveStream {
  readonly #connections = new Set<ServerResponse>();

  /** Routes the page's connections to a new stream until the page is closed. */
  static async attachTo(page: Page): Promise<LiveStream> {
    const stream = new LiveStream();
    const server = createServer((_request, response) => {
      stream.#connections.add(response);
      response.once('close', () => stream.#connections.delete(response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    page.once('close', () => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    await page
      .context()
      .route(`**${paths.liveSlots}?*`, (route) => route.continue({ url: `http://127.0.0.1:${port}/` }));
    return stream;
  }

  /** All connections of the page, and how many of them are open. */
  get connections(): { readonly total: number; readonly open: number } {
    const all = [...this.#connections];
    return { total: all.length, open: all.filter(({ headersSent }) => headersSent).length };
  }

  open(): void {
    for (const connection of this.#connections) {
      if (connection.headersSent) continue;
      connection.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      connection.flushHeaders();
    }
  }

  /** Sends an event on all connections. Without a type it is a plain message. */
  send(data: string, event?: string): void {
    for (const connection of this.#connections) {
      connection.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`);
    }
  }

  disconnect(): void {
    for (const connection of this.#connections) connection.destroy();
  }
}
