import { sql } from 'kysely';
import type { SandboxPayment } from './paymentEntity.ts';
import { authorizePayment, lockPayment, timeOutAttempt } from './payments.ts';
import { expireLink } from './links.ts';
import { completeRefund, refundUncaptured } from './refunds.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxTx } from './tables.ts';

/** When the payment's next automatic change is due; null when none is. */
const nextDue = ({ due_at, authorizes_at }: SandboxPayment): number | null => {
  const instants = [due_at, authorizes_at].flatMap((instant) => instant?.getTime() ?? []);
  return instants.length === 0 ? null : Math.min(...instants);
};

/** Applies the payment's next due change, at the instant at which it was due. */
async function applyDueEvent(tx: SandboxTx, id: string, now: number): Promise<void> {
  const { payment } = await lockPayment(tx, id);
  const at = nextDue(payment);
  // Another process has applied it.
  if (at === null || at > now) return;
  if (payment.authorizes_at?.getTime() === at) await authorizePayment(tx, payment, at);
  else if (payment.status === 'created') await timeOutAttempt(tx, payment, at);
  else await refundUncaptured(tx, payment, at);
}

/**
 * Applies all automatic changes of the provider that are due: open attempts fail, banks respond late, uncaptured payments are
 * refunded, refunds complete, links expire. It is called before every response, so that no response shows an overdue state.
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
  const links = await database
    .selectFrom('sandbox_link')
    .select('id')
    .where('status', '=', 'created')
    .where('expire_by', '<=', new Date(now))
    .orderBy('expire_by')
    .execute();
  for (const { id } of links) await transact((tx) => expireLink(tx, id));
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
