import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** A delivery as it was received. */
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

/** An HTTP server that receives webhooks. It responds with the status in `respondWith`, or never. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  respondWith: number | 'never';
  close(): void;
}

async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      receiver.received.push({
        headers: request.headers,
        bytes,
        event: JSON.parse(bytes.toString()) as ReceivedWebhook['event'],
      });
      if (receiver.respondWith !== 'never') response.writeHead(receiver.respondWith).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received: [],
    respondWith: 200,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

/** Empty, and responds with 200, at the start of each test. */
export let webhookReceiver: WebhookReceiver;

export function withWebhookReceiver(): void {
  beforeAll(async () => {
    webhookReceiver = await startWebhookReceiver();
  });
  afterAll(() => webhookReceiver.close());
  beforeEach(() => {
    webhookReceiver.respondWith = 200;
    webhookReceiver.received.length = 0;
  });
}
