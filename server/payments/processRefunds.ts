import type { Selectable } from 'kysely';
import { refundColumns } from '../database/columns.ts';
import type { RefundTable } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import type { GatewayRefund } from './entities.ts';
import { GatewayError } from './gatewayError.ts';
import type { PaymentDeps } from './deps.ts';
import { logRefundUpdate } from './logRefundUpdate.ts';
import { applyRefundUpdate } from './refunds.ts';
import { nextPoll, nextTry } from './refundBackoff.ts';
import { runItem } from './runItem.ts';

type DueRefund = Selectable<RefundTable>;

/** How many refunds a process takes on at a time. */
const BATCH = 10;
/** For how long they are its own, in milliseconds; if it dies meanwhile, another takes them after that. */
const LEASE_MS = 2 * 60_000;

/** Refunds that it is time to give or to ask about; no other process gets the same ones. */
const leaseRefunds = ({ database, now }: PaymentDeps): Promise<DueRefund[]> =>
  database
    .updateTable('refund')
    .set({ next_try_at: new Date(now() + LEASE_MS) })
    .where('payment_id', 'in', ({ selectFrom }) =>
      selectFrom('refund')
        .select('payment_id')
        .where('status', '<>', 'processed')
        .where('next_try_at', '<=', new Date(now()))
        .orderBy('next_try_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning(refundColumns)
    .execute();

/**
 * The refund at the provider. One that is under way is only asked about. For one that is due, an earlier one of the whole
 * amount is taken, whoever made it, unless it failed: the answer to the call that made it may be what was lost, and the
 * provider may not remember idempotency keys for ever. A key is good until its refund fails.
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

/** Refunds that were taken and not tried are due at once, for the server that runs next. */
const returnRefunds = async (
  { database, now }: PaymentDeps,
  refunds: readonly DueRefund[],
): Promise<void> => {
  const ids = refunds.map(({ payment_id }) => payment_id);
  await database
    .updateTable('refund')
    .set({ next_try_at: new Date(now()) })
    .where('payment_id', 'in', ids)
    .execute();
};

async function processRefund(deps: PaymentDeps, due: DueRefund): Promise<void> {
  const { database, log, now } = deps;
  const { payment_id: paymentId, attempts } = due;
  // Written down before anything is asked, and overwritten by what comes of it: nobody tries faster for having crashed.
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
 * Gives back what is owed, and asks how far the refunds are that the provider has taken on, as far as it is time to. A
 * refund is tried, with ever longer pauses, until it is processed; each failure is told to the operators. The answer is the
 * errors of refunds that failed on our side; they do not stop the others. When the server stops, the
 * refund in progress is finished and the others stay due.
 */
export async function processRefunds(deps: PaymentDeps): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (let taken = await leaseRefunds(deps); taken.length > 0; taken = await leaseRefunds(deps)) {
    for (const [n, due] of taken.entries()) {
      if (deps.stopping?.aborted) {
        await returnRefunds(deps, taken.slice(n));
        return failures;
      }
      const failure = await runItem(deps, {
        ids: { payment: due.payment_id },
        work: () => processRefund(deps, due),
        // Its next try was written down before anything else was done.
        postpone: async () => {},
      });
      if (failure !== null) failures.push(failure);
    }
  }
  return failures;
}
