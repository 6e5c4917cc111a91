/** A webhook in transit, byte for byte as the provider posted it. */
export interface QueuedWebhook {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** The status of a delivery; null when it never arrived. */
export type Deliver = (webhook: QueuedWebhook) => Promise<number | null>;

/** Further webhooks are dropped, because nothing else limits repetitions. */
const ROOM = 40;

/**
 * The network between the provider and our server, which delays, repeats and reorders webhooks. A webhook without the response
 * 200 stays, because the provider sends it again.
 */
export class WebhookQueue {
  #webhooks: QueuedWebhook[] = [];

  get size(): number {
    return this.#webhooks.length;
  }
  put(webhook: QueuedWebhook): void {
    if (this.#webhooks.length < ROOM) this.#webhooks.push(webhook);
  }
  empty(): void {
    this.#webhooks = [];
  }
  lose(): void {
    this.#webhooks.shift();
  }

  async deliver(deliver: Deliver, which: 'first' | 'last', keep = false): Promise<void> {
    const webhook = which === 'first' ? this.#webhooks.shift() : this.#webhooks.pop();
    if (!webhook) return;
    const status = await deliver(webhook);
    if (keep || status !== 200) this.put(webhook);
  }

  /** Each queued webhook once. */
  async deliverAll(deliver: Deliver, order: 'forwards' | 'backwards' = 'forwards'): Promise<void> {
    const webhooks = order === 'forwards' ? this.#webhooks : this.#webhooks.toReversed();
    this.#webhooks = [];
    for (const webhook of webhooks) if ((await deliver(webhook)) !== 200) this.put(webhook);
  }
}
