import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** A delivery as it came over the line. */
export interface ReceivedWebhook {
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
export interface WebhookReceiver {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  answer: number | 'never';
  close(): void;
}

async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      listening.received.push({
        headers: request.headers,
        bytes,
        event: JSON.parse(bytes.toString()) as ReceivedWebhook['event'],
      });
      if (listening.answer !== 'never') response.writeHead(listening.answer).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received: [],
    answer: 200,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return listening;
}

/** The webhook receiver of the test file that uses it; every test starts with a working and empty one. */
export let shop: WebhookReceiver;

export function withWebhookReceiver(): void {
  beforeAll(async () => {
    shop = await startWebhookReceiver();
  });
  afterAll(() => shop.close());
  beforeEach(() => {
    shop.answer = 200;
    shop.received.length = 0;
  });
}
