/** A webhook on its way: what the provider posted, byte for byte. */
export interface QueuedWebhook {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** How a delivery was answered; null when it never arrived. */
export type Deliver = (webhook: QueuedWebhook) => Promise<number | null>;

/** Webhooks beyond this number are dropped, because nothing else limits repetitions. */
const ROOM = 40;

/**
 * The network between the provider and our server's webhook, which keeps webhooks for as long as it likes, repeats them
 * and changes their order. A webhook that was not answered with 200 stays, as the provider would send it again.
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

  /** Each webhook that is there, once. */
  async deliverAll(deliver: Deliver, order: 'forwards' | 'backwards' = 'forwards'): Promise<void> {
    const webhooks = order === 'forwards' ? this.#webhooks : this.#webhooks.toReversed();
    this.#webhooks = [];
    for (const webhook of webhooks) if ((await deliver(webhook)) !== 200) this.put(webhook);
  }
}
