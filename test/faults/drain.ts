import { sql } from 'kysely';
import type { Rest } from './commands.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Past the checkout, its hold, the longest hold and the time for capturing by itself. */
const SOON = [3 * MINUTE, 13 * MINUTE, 10 * MINUTE];
/** As long as the reconciler asks about an order, and longer than any refund is put off. */
const DAYS = Array.from({ length: 8 }, () => 24 * HOUR);

/** True when nothing is held, due or open any more. */
async function isIdle({ database, webhookQueue }: World): Promise<boolean> {
  if (webhookQueue.size > 0) return false;
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from booking where status in ('held', 'refund_due'))
      or exists (select from refund where status <> 'processed')
      or exists (select from sandbox_payment where status in ('created', 'authorized'))
      or exists (select from sandbox_refund where status = 'pending') as open`.execute(database);
  return rows[0]?.open === false;
}

/** How often the reconciler runs before the last trouble is over. */
const TROUBLED = 3;

/**
 * Lets all processes finish: faults end, the provider's reports arrive or are lost, the reconciler runs, and time
 * passes until nothing can change any more.
 */
export async function drain(world: World, { forDays, postLost, mishap }: Rest): Promise<void> {
  for (const [n, span] of [0, ...SOON, ...DAYS].entries()) {
    // What nobody reports is found out within a day, not before: nothing of ours may be open, and money there all the same.
    if (!forDays && !postLost && n > SOON.length && (await isIdle(world))) return;
    world.clock.now += span;
    world.line.clear();
    if (mishap && n < TROUBLED) world.line.breakAt(mishap.call, mishap.kind);
    await world.provider.postDue();
    if (postLost) world.webhookQueue.empty();
    await world.webhookQueue.deliverAll((webhook) => world.deliver(webhook));
    await world.reconcile();
  }
}
