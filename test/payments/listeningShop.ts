import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** A delivery as it came over the line. */
export interface Heard {
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly bytes: Buffer;
  readonly event: {
    readonly event: string;
    readonly contains: string[];
    readonly created_at: number;
    readonly payload: Record<string, { entity: Record<string, unknown> }>;
  };
}

/** A shop that listens to webhooks; tests say how it answers: with a status, or not at all. */
export interface ListeningShop {
  readonly url: string;
  readonly heard: Heard[];
  answer: number | 'never';
  close(): void;
}

async function startShop(): Promise<ListeningShop> {
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      listening.heard.push({
        headers: request.headers,
        bytes,
        event: JSON.parse(bytes.toString()) as Heard['event'],
      });
      if (listening.answer !== 'never') response.writeHead(listening.answer).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening: ListeningShop = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    heard: [],
    answer: 200,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return listening;
}

/** The shop of the test file that imports this; every test finds it well and having heard nothing. */
export let shop: ListeningShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.answer = 200;
  shop.heard.length = 0;
});
