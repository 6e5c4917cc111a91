import { createHmac } from 'node:crypto';
import type { Selectable } from 'kysely';
import { backOff } from '../../domain/time/backOff.ts';
import type { JobTable } from '../../server/platform/jobs/lease.ts';
import { runDue } from '../../server/platform/jobs/runDue.ts';
import { sandboxWebhookColumns } from './columns.ts';
import { applyDueEvents } from './applyDueEvents.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxWebhookTable } from './tables.ts';
import type { WebhookFault } from './faults.ts';
import type { WebhookEvent } from './webhookEvents.ts';

const RESPONSE_TIMEOUT_MS = 5_000;
/** How long after an event its delivery is retried, and how long it is kept, in milliseconds. */
const RETRY_PERIOD_MS = 24 * 3_600_000;
const RETENTION_MS = 7 * RETRY_PERIOD_MS;
/** After the first failed delivery. It doubles after each, up to an hour. */
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 3_600_000;

type Webhook = Selectable<SandboxWebhookTable>;

/** Events are sent in their order. */
const table: JobTable<Webhook> = {
  name: 'sandbox_webhook',
  id: 'event_id',
  due: 'due_at',
  columns: sandboxWebhookColumns,
  orderBy: ['sequence'],
};

/**
 * One attempt to deliver an event. `status`: the shop's HTTP status; null when it did not respond or was not called.
 */
export interface WebhookDelivery {
  readonly eventId: string;
  readonly event: WebhookEvent;
  /** From 1. */
  readonly attempt: number;
  readonly status: number | null;
  readonly delivered: boolean;
  readonly fault: WebhookFault['kind'] | null;
}

/** When a delivery is retried after its nth failure; null when the event is too old by then. */
function nextAttemptAt({ created_at }: Webhook, attempt: number, now: number): Date | null {
  const at = now + backOff(attempt, FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
  return at > created_at.getTime() + RETRY_PERIOD_MS ? null : new Date(at);
}

/**
 * Returns the function that applies everything that is due and sends each due webhook once, one after the other. Several processes
 * may call it at the same time. It never rejects because of the shop, and never fails a payment. A webhook that fails in this
 * process is postponed and does not stop the others; the pass rejects with its error at the end.
 */
export function webhookDeliveries(
  sandbox: Sandbox,
): (now?: number, stopping?: AbortSignal) => Promise<WebhookDelivery[]> {
  const { database, webhookSecret, webhookFaults: faults } = sandbox;

  const change = (id: string, columns: { due_at: Date | null; delivered_at?: Date; attempts?: number }) =>
    database.updateTable('sandbox_webhook').set(columns).where('event_id', '=', id).execute();

  /** The shop's HTTP status; null without a response in time. */
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
    const attempts = webhook.attempts + 1;
    // Stored before it is sent, so that a crash does not shorten the back-off.
    await change(eventId, { attempts, due_at: nextAttemptAt(webhook, attempts, now) });
    const fault = faults.take(event, ({ kind }) => kind !== 'reorder');
    const delivery = { eventId, event, attempt: attempts, fault: fault?.kind ?? null };
    const notDelivered = { ...delivery, status: null, delivered: false };
    if (fault?.kind === 'drop') {
      if (fault.forGood) await change(eventId, { due_at: null });
      return notDelivered;
    }
    if (fault?.kind === 'delay') {
      await change(eventId, { due_at: new Date(now + fault.ms), attempts: webhook.attempts });
      return notDelivered;
    }
    const status = await post(
      webhook,
      fault?.kind === 'wrong-secret' ? `not ${webhookSecret}` : webhookSecret,
    );
    if (fault?.kind === 'lost-response') return { ...notDelivered, status };
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
    const failures = await runDue(
      // The sandbox has no log: the pass rejects with the errors.
      { database, now: () => now, stopping, log: { error: () => undefined } },
      {
        kind: 'a webhook of the sandbox',
        table,
        oncePerPass: true,
        ids: ({ event_id }) => ({ event: event_id }),
        sortBatch: (due) =>
          due.length > 1 && faults.take('any', ({ kind }) => kind === 'reorder') ? due.toReversed() : due,
        async work(webhook) {
          deliveries.push(await deliver(webhook, now));
        },
        postpone: async ({ event_id }) => {
          await change(event_id, { due_at: new Date(now + LONGEST_PAUSE_MS) });
        },
      },
    );
    await database
      .deleteFrom('sandbox_webhook')
      .where('created_at', '<', new Date(now - RETENTION_MS))
      .execute();
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
    return deliveries;
  };
}
