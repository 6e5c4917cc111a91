import { randomBytes } from 'node:crypto';
import type { SandboxTx } from './tables.ts';

/** What the shop is told about. */
export const webhookEvents = [
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
  'refund.processed',
  'refund.failed',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The one account that the sandbox has. */
const ACCOUNT = 'acc_SandboxAccount';

/**
 * Writes down that the shop must be told of something, in the transaction in which it happens, so that neither is ever
 * without the other. `entities` as they are now, by their kinds: what is sent later is how they were at the event.
 */
export async function queueWebhook(
  tx: SandboxTx,
  event: WebhookEvent,
  entities: Readonly<Record<string, object>>,
  now: number,
): Promise<void> {
  const body = {
    entity: 'event',
    account_id: ACCOUNT,
    event,
    contains: Object.keys(entities),
    payload: Object.fromEntries(Object.entries(entities).map(([kind, entity]) => [kind, { entity }])),
    created_at: Math.floor(now / 1000),
  };
  const at = new Date(now);
  await tx
    .insertInto('sandbox_webhook')
    .values({
      event_id: randomBytes(10).toString('base64url'),
      event,
      body: JSON.stringify(body),
      created_at: at,
      due_at: at,
    })
    .execute();
}
