import { sql } from 'kysely';
import { authorizePayment, lockPayment, timeOutAttempt, type SandboxPayment } from './payments.ts';
import { completeRefund, refundUncaptured } from './refunds.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxTx } from './tables.ts';

/** When something next happens to a payment by itself; never: null. */
const nextDue = ({ due_at, authorizes_at }: SandboxPayment): number | null => {
  const instants = [due_at, authorizes_at].flatMap((instant) => instant?.getTime() ?? []);
  return instants.length === 0 ? null : Math.min(...instants);
};

/** Does what falls due first of a payment, at the instant at which it does. */
async function applyDueEvent(tx: SandboxTx, id: string, now: number): Promise<void> {
  const { payment } = await lockPayment(tx, id);
  const at = nextDue(payment);
  // Another process was quicker.
  if (at === null || at > now) return;
  if (payment.authorizes_at?.getTime() === at) await authorizePayment(tx, payment, at);
  else if (payment.status === 'created') await timeOutAttempt(tx, payment, at);
  else await refundUncaptured(tx, payment, at);
}

/**
 * Lets happen what happens at the provider without anyone's asking, as far as it is due: open attempts fail, banks answer
 * late, uncaptured payments go back, refunds end. Called before every answer, so that nothing is ever seen as overdue.
 */
export async function applyDueEvents(
  { database, transact, now: clock }: Sandbox,
  now: number = clock(),
): Promise<void> {
  const due = sql<Date>`least(due_at, authorizes_at)`;
  for (;;) {
    const next = await database
      .selectFrom('sandbox_payment')
      .select('id')
      .where(due, '<=', new Date(now))
      .orderBy(due)
      .limit(1)
      .executeTakeFirst();
    if (!next) break;
    await transact((tx) => applyDueEvent(tx, next.id, now));
  }
  const refunds = await database
    .selectFrom('sandbox_refund')
    .select(['id', 'will_fail', 'due_at'])
    .where('due_at', '<=', new Date(now))
    .orderBy('due_at')
    .execute();
  for (const { id, will_fail, due_at } of refunds) {
    const at = due_at?.getTime() ?? now;
    await transact((tx) => completeRefund(tx, id, will_fail ? 'failed' : 'processed', at));
  }
}
