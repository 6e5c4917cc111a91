import { type Selectable, sql } from 'kysely';
import { refundColumns } from '../database/columns.ts';
import type { RefundTable } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import type { JobTable } from '../jobs/lease.ts';
import { runDue } from '../jobs/runDue.ts';
import type { GatewayRefund } from './entities.ts';
import { GatewayError } from './gatewayError.ts';
import type { PaymentDeps } from './deps.ts';
import { logRefundUpdate } from './logRefundUpdate.ts';
import { applyRefundUpdate } from './refunds.ts';
import { nextPoll, nextTry } from './refundBackoff.ts';

type DueRefund = Selectable<RefundTable>;

/** Refunds to request or to poll; a processed one is no job any more. */
const table: JobTable<DueRefund> = {
  name: 'refund',
  id: 'payment_id',
  due: 'next_try_at',
  columns: refundColumns,
  only: sql`status <> 'processed'`,
};

/**
 * The refund at the provider. A requested one is only fetched. For one that is due, an existing refund of the whole
 * amount is used unless it failed, also one that we did not request: the response to our call may have been lost, and
 * the provider may not keep idempotency keys for ever. A key is valid until its refund fails.
 */
async function refundOf(
  { gateway }: PaymentDeps,
  { payment_id, amount_paise, failures, status, refund_id }: DueRefund,
): Promise<GatewayRefund> {
  const made = (await gateway.fetchRefunds(payment_id)).filter(
    ({ amountPaise }) => amountPaise === amount_paise,
  );
  const known =
    (status === 'requested' && made.find(({ id }) => id === refund_id)) ||
    made.find((refund) => refund.status === 'processed') ||
    made.find((refund) => refund.status === 'pending');
  return known || gateway.refundOnce(payment_id, amount_paise, `refund-${payment_id}-${failures}`);
}

async function processRefund(deps: PaymentDeps, due: DueRefund): Promise<void> {
  const { database, log, now } = deps;
  const { payment_id: paymentId, attempts } = due;
  // Stored before the provider is called and overwritten by the result, so that a crash does not shorten the back-off.
  const next = due.status === 'due' ? nextTry(now(), attempts) : nextPoll(now(), attempts + 1);
  await database
    .updateTable('refund')
    .set({ attempts: attempts + 1, next_try_at: next })
    .where('payment_id', '=', paymentId)
    .execute();
  try {
    const refund = await refundOf(deps, due);
    const update = await inTransaction(database, (tx) => applyRefundUpdate(tx, paymentId, refund, now()));
    logRefundUpdate(log, paymentId, refund, update);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const details = { payment: paymentId, attempts: attempts + 1, code: error.code, said: error.message };
    if (error.code === 'refused') log.error(details, 'the provider refuses to refund a payment');
    else log.warn(details, 'the provider could not be asked to refund a payment');
  }
}

/**
 * Requests due refunds, and polls those that the provider has accepted. A refund is retried with back-off until it is
 * processed; each failure is logged. Returns the errors of refunds that failed on our side; they do not stop the
 * others. When the server stops, the current refund is finished and the others stay due.
 */
export const processRefunds = (deps: PaymentDeps): Promise<unknown[]> =>
  runDue(deps, {
    kind: 'a refund',
    table,
    ids: ({ payment_id }) => ({ payment: payment_id }),
    work: (due) => processRefund(deps, due),
    // The next attempt was scheduled before the work started.
    postpone: async () => {},
  });
