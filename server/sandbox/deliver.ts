import { createHmac } from 'node:crypto';
import type { Selectable } from 'kysely';
import { sandboxWebhookColumns } from './columns.ts';
import { applyDueEvents } from './applyDueEvents.ts';
import type { SandboxControls } from './controls.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxWebhookTable } from './tables.ts';
import type { WebhookFault } from './faults.ts';
import type { WebhookEvent } from './webhookEvents.ts';

/** How long the shop may take to answer, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 5_000;
/** How long after an event its delivery is given up, and how long it is remembered, in milliseconds. */
const RETRY_PERIOD_MS = 24 * 3_600_000;
const RETENTION_MS = 7 * RETRY_PERIOD_MS;
/** The pause after the first failed delivery, doubled after each, up to an hour. */
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** How many webhooks a process takes on at a time. */
const BATCH = 20;

type Webhook = Selectable<SandboxWebhookTable>;

/** One try to tell the shop of an event. `status`: what it answered; null when it did not, or was not asked. */
export interface WebhookDelivery {
  readonly eventId: string;
  readonly event: WebhookEvent;
  /** Which try of this event it was, from 1. */
  readonly attempt: number;
  readonly status: number | null;
  readonly delivered: boolean;
  /** What was made to go wrong with it. */
  readonly fault: WebhookFault['kind'] | null;
}

/** When a delivery that failed for the nth time is tried again; null when the event is too old by then. */
function nextTry({ created_at }: Webhook, attempt: number, now: number): Date | null {
  const at = now + Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempt - 1, 20), LONGEST_PAUSE_MS);
  return at > created_at.getTime() + RETRY_PERIOD_MS ? null : new Date(at);
}

/**
 * The function that lets everything happen that is due and tries each webhook that is due once, one after the other. Any
 * number of processes may call it at once. It never rejects for what the shop does, and fails nobody's payment.
 */
export function webhookDeliveries(
  sandbox: Sandbox,
): (now?: number, stopping?: AbortSignal) => Promise<WebhookDelivery[]> {
  const { database, transact, webhookSecret, webhookFaults: faults } = sandbox;

  /**
   * Webhooks that are due, in the order of their events; no other process gets the same ones. Their next try is written
   * down before this one, so that a process that dies meanwhile loses none.
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

  /** What the shop answers to one delivery; null when it does not, or not in time. */
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
      return null; // it does not matter why: it is tried again
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
    // Before it listens, nobody could be told anything.
    if (sandbox.webhookUrl() === null) return deliveries;
    for (;;) {
      if (stopping?.aborted) break;
      // Each once, even where what went wrong with it made it due again at once.
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

/** How often it is looked whether something is due, in milliseconds. */
const EVERY_MS = 2_000;

/**
 * Delivers again and again, until the returned function is called. It resolves when the delivery in progress is done;
 * what else was due stays due.
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
