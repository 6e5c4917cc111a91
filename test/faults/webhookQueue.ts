/** A webhook in transit, with the exact bytes of the provider. */
export interface QueuedWebhook {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Delivers a webhook. Returns the status, or null when it did not arrive. */
export type Deliver = (webhook: QueuedWebhook) => Promise<number | null>;

/** Further webhooks are dropped, because repeated deliveries could fill the queue without limit. */
const CAPACITY = 40;

/**
 * The queue of the provider's webhooks to our server, which delays, repeats and reorders them. A webhook without the status
 * 200 stays in the queue, because the provider repeats it.
 */
export class WebhookQueue {
  #webhooks: QueuedWebhook[] = [];

  get size(): number {
    return this.#webhooks.length;
  }
  add(webhook: QueuedWebhook): void {
    if (this.#webhooks.length < CAPACITY) this.#webhooks.push(webhook);
  }
  clear(): void {
    this.#webhooks = [];
  }
  dropFirst(): void {
    this.#webhooks.shift();
  }

  async deliver(deliver: Deliver, which: 'first' | 'last', keep = false): Promise<void> {
    const webhook = which === 'first' ? this.#webhooks.shift() : this.#webhooks.pop();
    if (!webhook) return;
    const status = await deliver(webhook);
    if (keep || status !== 200) this.add(webhook);
  }

  /** Delivers each queued webhook once. */
  async deliverAll(deliver: Deliver, order: 'in order' | 'reversed' = 'in order'): Promise<void> {
    const webhooks = order === 'in order' ? this.#webhooks : this.#webhooks.toReversed();
    this.#webhooks = [];
    for (const webhook of webhooks) if ((await deliver(webhook)) !== 200) this.add(webhook);
  }
}
