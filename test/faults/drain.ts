import { sql } from 'kysely';
import type { Rest } from './commands.ts';
import { handBack } from './desk.ts';
import type { Simulation } from './simulation.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Past the checkout, its hold, the longest hold and the automatic capture. */
const SOON = [3 * MINUTE, 13 * MINUTE, 10 * MINUTE];
/** As long as the reconciler checks an order, and longer than any refund's back-off. */
const DAYS = Array.from({ length: 8 }, () => 24 * HOUR);

/** True when nothing is held, due or open. */
async function isIdle({ database, webhookQueue }: Simulation): Promise<boolean> {
  if (webhookQueue.size > 0) return false;
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from booking where status in ('held', 'moving', 'refund_due'))
      or exists (select from refund where status <> 'processed')
      or exists (select from paper_due where next_try_at is not null)
      or exists (select from sandbox_payment where status in ('created', 'authorized'))
      or exists (select from sandbox_refund where status = 'pending') as open`.execute(database);
  return rows[0]?.open === false;
}

/** The longest pause of a letter. */
const LONGEST_BACK_OFF = 15 * MINUTE;

/** How often the reconciler runs before the last fault ends. */
const TROUBLED = 3;

/**
 * Lets all processes finish: faults end, webhooks arrive or are lost, the reconciler runs, and time passes until nothing can
 * change.
 */
export async function drain(simulation: Simulation, { forDays, postLost, mishap }: Rest): Promise<void> {
  // A payment without a webhook is found within a day: until then our records have nothing open.
  const least = SOON.length + (postLost ? 1 : 0);
  for (const [n, span] of [0, ...SOON, ...DAYS].entries()) {
    if (!forDays && n > least && (await isIdle(simulation))) break;
    simulation.clock.now += span;
    simulation.line.clear();
    if (mishap && n < TROUBLED) simulation.line.breakAt(mishap.call, mishap.kind);
    await simulation.provider.postDue();
    if (postLost) simulation.webhookQueue.empty();
    await simulation.webhookQueue.deliverAll((webhook) => simulation.deliver(webhook));
    await simulation.reconcile();
    await handBack(simulation, 'all');
    await simulation.issuePapers();
    await simulation.sendLetters(n < TROUBLED && mishap ? 'is away' : 'takes letters');
  }
  // A letter that was tried while the mail server was away waits for its back-off.
  simulation.clock.now += LONGEST_BACK_OFF;
  await simulation.sendLetters('takes letters');
}
