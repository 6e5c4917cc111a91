import { randomBytes } from 'node:crypto';
import type { SandboxTx } from './tables.ts';
import type { WebhookEvent } from './webhookEvents.ts';

/** The sandbox has only this account. */
const ACCOUNT = 'acc_SandboxAccount';

/**
 * Queues a webhook in the transaction of its event, so that neither exists without the other. `entities`: their current state by
 * kind; every delivery sends this state.
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
