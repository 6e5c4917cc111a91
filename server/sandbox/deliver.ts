import { createHmac } from 'node:crypto';
import type { Selectable } from 'kysely';
import { sandboxWebhookColumns } from './columns.ts';
import { applyDueEvents } from './applyDueEvents.ts';
import type { SandboxControls } from './controls.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxWebhookTable } from './tables.ts';
import type { WebhookFault } from './faults.ts';
import type { WebhookEvent } from './webhookEvents.ts';

/** The timeout of a delivery, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 5_000;
/** How long after an event its delivery is retried, and how long it is kept, in milliseconds. */
const RETRY_PERIOD_MS = 24 * 3_600_000;
const RETENTION_MS = 7 * RETRY_PERIOD_MS;
/** The pause after the first failed delivery, doubled after each, up to an hour. */
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** The number of webhooks that a process leases at a time. */
const BATCH = 20;

type Webhook = Selectable<SandboxWebhookTable>;

/**
 * One attempt to deliver an event. `status`: the shop's HTTP status; null when it did not respond or was not called.
 */
export interface WebhookDelivery {
  readonly eventId: string;
  readonly event: WebhookEvent;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly status: number | null;
  readonly delivered: boolean;
  /** The injected fault. */
  readonly fault: WebhookFault['kind'] | null;
}

/** When a delivery is retried after its nth failure; null when the event is too old by then. */
function nextTry({ created_at }: Webhook, attempt: number, now: number): Date | null {
  const at = now + Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempt - 1, 20), LONGEST_PAUSE_MS);
  return at > created_at.getTime() + RETRY_PERIOD_MS ? null : new Date(at);
}

/**
 * Returns the function that applies everything that is due and sends each due webhook once, one after the other. Any
 * number of processes may call it at once. It never rejects because of the shop, and never fails a payment.
 */
export function webhookDeliveries(
  sandbox: Sandbox,
): (now?: number, stopping?: AbortSignal) => Promise<WebhookDelivery[]> {
  const { database, transact, webhookSecret, webhookFaults: faults } = sandbox;

  /**
   * Leases due webhooks in the order of their events; no other process gets the same ones. The next attempt is
   * scheduled before this one, so that a process that dies loses none.
   */
  const take = (now: number, tried: readonly string[]): Promise<Webhook[]> =>
    transact(async (tx) => {
      let due = tx
        .selectFrom('sandbox_webhook')
        .select(sandboxWebhookColumns)
        .where('due_at', '<=', new Date(now));
      if (tried.length > 0) due = due.where('event_id', 'not in', tried);
      const taken = await due.orderBy('sequence').limit(BATCH).forUpdate().skipLocked().execute();
      for (const webhook of taken) {
        await tx
          .updateTable('sandbox_webhook')
          .set({ attempts: webhook.attempts + 1, due_at: nextTry(webhook, webhook.attempts + 1, now) })
          .where('event_id', '=', webhook.event_id)
          .execute();
      }
      return taken;
    });

  const change = (id: string, columns: { due_at: Date | null; delivered_at?: Date; attempts?: number }) =>
    database.updateTable('sandbox_webhook').set(columns).where('event_id', '=', id).execute();

  /** The shop's HTTP status for one delivery; null without a response in time. */
  async function post(webhook: Webhook, secret: string): Promise<number | null> {
    const url = sandbox.webhookUrl();
    if (url === null) return null;
    const body = Buffer.from(webhook.body);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Razorpay-Webhook/v1',
          'x-razorpay-event-id': webhook.event_id,
          'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return null; // any failure is retried
    }
  }

  async function deliver(webhook: Webhook, now: number): Promise<WebhookDelivery> {
    const { event_id: eventId, event } = webhook;
    const fault = faults.take(event, ({ kind }) => kind !== 'reorder');
    const delivery = { eventId, event, attempt: webhook.attempts + 1, fault: fault?.kind ?? null };
    const nothing = { ...delivery, status: null, delivered: false };
    if (fault?.kind === 'drop') {
      if (fault.forGood) await change(eventId, { due_at: null });
      return nothing;
    }
    if (fault?.kind === 'delay') {
      await change(eventId, { due_at: new Date(now + fault.ms), attempts: webhook.attempts });
      return nothing;
    }
    const status = await post(
      webhook,
      fault?.kind === 'wrong-secret' ? `not ${webhookSecret}` : webhookSecret,
    );
    if (fault?.kind === 'unanswered') return { ...nothing, status };
    const delivered = status !== null && status >= 200 && status < 300;
    if (delivered) await change(eventId, { due_at: null, delivered_at: new Date(now) });
    const copies = fault?.kind === 'duplicate' ? fault.copies : 0;
    for (let copy = 0; copy < copies; copy += 1) await post(webhook, webhookSecret);
    return { ...delivery, status, delivered };
  }

  return async function deliverDue(
    now: number = sandbox.now(),
    stopping?: AbortSignal,
  ): Promise<WebhookDelivery[]> {
    await applyDueEvents(sandbox, now);
    const deliveries: WebhookDelivery[] = [];
    // Before the server listens, the shop cannot be reached.
    if (sandbox.webhookUrl() === null) return deliveries;
    for (;;) {
      if (stopping?.aborted) break;
      // Each once, even when a fault makes it due again at once.
      const tried = deliveries.map(({ eventId }) => eventId);
      const due = await take(now, tried);
      if (due.length === 0) break;
      if (due.length > 1 && faults.take('any', ({ kind }) => kind === 'reorder')) due.reverse();
      for (const [n, webhook] of due.entries()) {
        if (stopping?.aborted) {
          for (const { event_id, attempts } of due.slice(n)) {
            await change(event_id, { due_at: new Date(now), attempts });
          }
          break;
        }
        deliveries.push(await deliver(webhook, now));
      }
    }
    await database
      .deleteFrom('sandbox_webhook')
      .where('created_at', '<', new Date(now - RETENTION_MS))
      .execute();
    return deliveries;
  };
}

/** The interval of checks, in milliseconds. */
const EVERY_MS = 2_000;

/**
 * Delivers periodically until the returned function is called. It resolves when the current delivery is done; other due
 * webhooks stay due.
 */
export function startDelivering(
  { deliverDue }: Pick<SandboxControls, 'deliverDue'>,
  log: { error(details: object, message: string): void },
): () => Promise<void> {
  const stop = new AbortController();
  let underWay: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout;

  async function run(): Promise<void> {
    try {
      await deliverDue(undefined, stop.signal);
    } catch (error) {
      log.error({ err: error }, "the sandbox's webhooks could not be sent; it will be tried again");
    }
    if (!stop.signal.aborted) wait();
  }
  function wait(): void {
    timer = setTimeout(() => {
      underWay = run();
    }, EVERY_MS);
    timer.unref();
  }

  wait();
  return async () => {
    stop.abort();
    clearTimeout(timer);
    await underWay;
  };
}
