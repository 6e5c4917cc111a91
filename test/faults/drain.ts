import { sql } from 'kysely';
import type { DrainOptions } from './commands.ts';
import { handBack } from './desk.ts';
import { chargesToInvoice } from './money/companies.ts';
import type { Simulation } from './simulation.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Beyond the checkout, its hold, the longest hold and the automatic capture. */
const SHORT_DELAYS = [3 * MINUTE, 13 * MINUTE, 10 * MINUTE];
/** As long as the reconciler checks an order, and longer than the back-off of any refund. */
const DAY_DELAYS = Array.from({ length: 8 }, () => 24 * HOUR);

/** True when nothing is held, due or open. */
async function isIdle({ database, webhookQueue, clock }: Simulation): Promise<boolean> {
  if (webhookQueue.size > 0) return false;
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from booking where status in ('held', 'moving', 'refund_due'))
      or exists (select from refund where status <> 'processed')
      or exists (select from paper_due where next_try_at is not null)
      or exists (${chargesToInvoice(clock.now + 24 * HOUR)})
      or exists (select from sandbox_payment where status in ('created', 'authorized'))
      or exists (select from sandbox_dispute where status in ('open', 'under_review'))
      or exists (select from sandbox_refund where status = 'pending') as open`.execute(database);
  return rows[0]?.open === false;
}

/** Ends the open disputes: every second one is lost. */
async function endDisputes({ database, provider }: Simulation): Promise<void> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open from sandbox_dispute where status in ('open', 'under_review')`.execute(
    database,
  );
  for (let left = rows[0]?.open ?? 0; left > 0; left -= 1)
    await provider.decideDispute(left % 2 === 0 ? 'won' : 'lost');
}

/** Of an email. */
const LONGEST_BACK_OFF = 15 * MINUTE;

/** Rounds with a network fault. */
const FAULTY_ROUNDS = 3;

/**
 * Completes all open work: faults end, webhooks are delivered or lost, the reconciler runs, and time advances until nothing can
 * change.
 */
export async function drain(
  simulation: Simulation,
  { allDays, webhooksLost, networkFault }: DrainOptions,
): Promise<void> {
  // A payment without a webhook is found within a day. Until then our records have nothing open.
  const minimumRounds = SHORT_DELAYS.length + (webhooksLost ? 1 : 0);
  for (const [n, span] of [0, ...SHORT_DELAYS, ...DAY_DELAYS].entries()) {
    if (!allDays && n > minimumRounds && (await isIdle(simulation))) break;
    simulation.clock.now += span;
    simulation.network.reset();
    if (networkFault && n < FAULTY_ROUNDS) simulation.network.failAt(networkFault.call, networkFault.kind);
    // All disputes end, and the balance is enough again. What is refused for good is paid out at the desk.
    if (n === 2) await endDisputes(simulation);
    if (n === 1) simulation.provider.topUpBalance();
    await simulation.provider.deliverDueWebhooks();
    if (webhooksLost) simulation.webhookQueue.clear();
    await simulation.webhookQueue.deliverAll((webhook) => simulation.deliver(webhook));
    await simulation.reconcile();
    await simulation.datePayments();
    await simulation.renewPoints();
    await handBack(simulation, 'all');
    await simulation.invoiceCompanies();
    await simulation.issueTaxDocuments();
    await simulation.sendEmails(n < FAULTY_ROUNDS && networkFault ? 'is down' : 'accepts emails');
  }
  // An email that failed while the mail server was down waits for its back-off.
  simulation.clock.now += LONGEST_BACK_OFF;
  await simulation.invoiceCompanies();
  await simulation.issueTaxDocuments();
  await simulation.sendEmails('accepts emails');
  await simulation.renewPoints();
}
