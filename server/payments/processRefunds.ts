import { sql } from 'kysely';
import { refundColumns } from '../database/columns.ts';
import { inTransaction } from '../database/transaction.ts';
import type { JobTable } from '../jobs/lease.ts';
import { runDue } from '../jobs/runDue.ts';
import { REFUND_NOTE, type GatewayRefund } from './entities.ts';
import { GatewayError } from './gatewayError.ts';
import type { PaymentDeps } from './deps.ts';
import { logRefundUpdate } from './logRefundUpdate.ts';
import { applyRefundUpdate, isSameRefund, type StoredRefund } from './refunds.ts';
import { nextPoll, nextAttempt } from './refundBackoff.ts';

/** Refunds to request or to poll. A processed refund is no longer a job. The desk handles refunds of payments at the desk. */
export const refundJobs: JobTable<StoredRefund> = {
  name: 'refund',
  id: 'id',
  due: 'next_try_at',
  columns: refundColumns,
  condition: sql`status <> 'processed' and source_payment_id not like 'desk\\_%'`,
};

/**
 * The provider's refund for a stored one. An existing refund that has not failed is used, because the response to an earlier
 * request may have been lost and the provider may not store idempotency keys for ever. Otherwise the refund is requested.
 * The idempotency key changes only when a refund has failed.
 */
async function findOrRequestRefund({ gateway }: PaymentDeps, due: StoredRefund): Promise<GatewayRefund> {
  const { id: ownId, source_payment_id: paymentId, amount_paise, failures, status, refund_id } = due;
  const existing = (await gateway.fetchRefunds(paymentId)).filter((refund) => isSameRefund(due, refund));
  const known =
    (status === 'requested' && existing.find(({ id }) => id === refund_id)) ||
    existing.find((refund) => refund.status === 'processed') ||
    existing.find((refund) => refund.status === 'pending');
  const key = `refund-${ownId}-${failures}`;
  return known || gateway.refundOnce(paymentId, amount_paise, key, { [REFUND_NOTE]: ownId });
}

async function processRefund(deps: PaymentDeps, due: StoredRefund): Promise<void> {
  const { database, log, now } = deps;
  const { id, source_payment_id: paymentId, attempts } = due;
  // The next attempt is stored before the provider is called, so that a crash does not shorten the back-off. The result of
  // the call overwrites it.
  const next = due.status === 'due' ? nextAttempt(now(), attempts) : nextPoll(now(), attempts + 1);
  await database
    .updateTable('refund')
    .set({ attempts: attempts + 1, next_try_at: next })
    .where('id', '=', id)
    .execute();
  try {
    const refund = await findOrRequestRefund(deps, due);
    const update = await inTransaction(database, (tx) => applyRefundUpdate(tx, paymentId, refund, now()));
    logRefundUpdate(log, paymentId, refund, update);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const details = {
      payment: paymentId,
      ownId: id,
      attempts: attempts + 1,
      code: error.code,
      description: error.message,
    };
    if (error.code === 'refused') log.error(details, 'the provider refuses to refund a payment');
    else log.warn(details, 'a refund could not be requested from the provider');
  }
}

/**
 * Requests due refunds, and polls refunds that the provider has accepted. A refund is retried with back-off until it is
 * processed, and each failure is logged. Returns the errors of refunds that failed on our side; they do not stop the
 * others. When the server stops, the current refund is finished and the others stay due.
 */
export const processRefunds = (deps: PaymentDeps): Promise<unknown[]> =>
  runDue(deps, {
    kind: 'a refund',
    table: refundJobs,
    ids: ({ id, source_payment_id }) => ({ ownId: id, payment: source_payment_id }),
    work: (due) => processRefund(deps, due),
    // The next attempt was scheduled before the work started.
    postpone: async () => {},
  });
