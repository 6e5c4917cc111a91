import { type RawBuilder, sql } from 'kysely';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { refundColumns } from '../../platform/database/columns.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { JobTable } from '../../platform/jobs/lease.ts';
import { runDue } from '../../platform/jobs/runDue.ts';
import { REFUND_NOTE, type GatewayRefund } from '../provider/entities.ts';
import { GatewayError } from '../provider/gatewayError.ts';
import type { PaymentDeps } from '../deps.ts';
import { logRefundUpdate } from './logRefundUpdate.ts';
import { applyRefundUpdate, type RefundUpdate } from '../refunds/refundUpdates.ts';
import type { StoredRefund } from '../refunds/refunds.ts';
import { nextPoll, nextAttempt } from '../refunds/refundBackoff.ts';
import { sweepDisputes } from './sweepDisputes.ts';

/**
 * SQL: whether a refund waits for the provider or for us, and not for a person. A refund of a payment with an open dispute waits
 * for its end, because a lost dispute returns the same money.
 */
export const isInProgress: RawBuilder<boolean> = sql<boolean>`(status in ('due', 'requested') and not exists (
  select from dispute where dispute.payment_id = refund.source_payment_id
    and dispute.status in ('open', 'under_review') and refund.status = 'due'))`;

/**
 * Refunds to request or to poll. A processed refund is no longer a job, and neither is one that needs a person. The desk handles
 * refunds of payments at the desk.
 */
export const refundJobs: JobTable<StoredRefund> = {
  name: 'refund',
  id: 'id',
  due: 'next_try_at',
  columns: refundColumns,
  condition: sql`${isInProgress} and source_payment_id not like 'desk\\_%'`,
};

/** True while a dispute about a payment is open. */
async function isDisputed(database: Database, paymentId: string): Promise<boolean> {
  const open = await database
    .selectFrom('dispute')
    .select('dispute_id')
    .where('payment_id', '=', paymentId)
    .where(sql<boolean>`status in ('open', 'under_review')`)
    .executeTakeFirst();
  return open !== undefined;
}

const readRefund = (database: Database | Tx, id: string): Promise<StoredRefund> =>
  database.selectFrom('refund').select(refundColumns).where('id', '=', id).executeTakeFirstOrThrow();

/** By the id of our refund. */
async function countedFailures(tx: Tx, paymentId: string): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('refund')
    .select(['id', 'failures'])
    .where('source_payment_id', '=', paymentId)
    .execute();
  return new Map(rows.map(({ id, failures }) => [id, failures]));
}

/** Takes one counted failure of our refund, so that the earlier ones of a list, oldest first, do not count again. */
function isCounted({ ownId }: GatewayRefund, counted: Map<string, number>): boolean {
  const failures = counted.get(ownId ?? '') ?? 0;
  if (failures > 0) counted.set(ownId ?? '', failures - 1);
  return failures > 0;
}

/**
 * Lists a payment's refunds at the provider and applies each of them, no matter who made it. This finds a request whose response
 * was lost, and subtracts what was returned meanwhile before anything is requested.
 */
export async function syncRefunds(deps: PaymentDeps, paymentId: string): Promise<void> {
  const { database, gateway, log, now } = deps;
  const listed = await gateway.fetchRefunds(paymentId);
  if (listed.length === 0) return;
  // Ours are applied first, because a refund by somebody else settles what is due from us.
  const sorted = listed.toSorted((a, b) => Number(a.ownId === null) - Number(b.ownId === null));
  const updates = await inTransaction(database, async (tx) => {
    const counted = await countedFailures(tx, paymentId);
    const applied: [GatewayRefund, RefundUpdate][] = [];
    for (const refund of sorted) {
      if (refund.status === 'failed' && isCounted(refund, counted)) continue;
      applied.push([refund, await applyRefundUpdate(tx, paymentId, refund, now())]);
    }
    return applied;
  });
  for (const [refund, update] of updates) logRefundUpdate(log, paymentId, refund, update);
}

/**
 * The idempotency key of a refund. It changes when a refund has failed or was refused, and when the request is another one: the
 * provider answers a known key with the first response.
 */
const keyOf = ({ id, failures, refusals, speed, amount_paise }: StoredRefund): string =>
  `refund-${id}-${failures}-${refusals}-${amount_paise}-${speed}`;

/** Requests a refund that is still due, and applies the response. */
async function requestRefund(deps: PaymentDeps, due: StoredRefund): Promise<void> {
  const { database, gateway, log, now } = deps;
  const { id: ownId, source_payment_id: paymentId, amount_paise, speed } = due;
  const refund = await gateway.refundOnce(
    paymentId,
    amount_paise,
    keyOf(due),
    { [REFUND_NOTE]: ownId },
    speed,
  );
  const update = await inTransaction(database, (tx) => applyRefundUpdate(tx, paymentId, refund, now()));
  logRefundUpdate(log, paymentId, refund, update);
}

/** Longest stored reason of a refusal. */
const MAX_PROBLEM = 200;

/** The next payments raise the balance, so the refund is tried again. */
const isBalanceTooLow = ({ message }: GatewayError): boolean => /balance/i.test(message);

/** True for a refusal that the same request will always get: a bad request, but not a request that is in progress (409). */
const isFinal = (error: GatewayError): boolean =>
  error.code === 'malformed-id' ||
  (error.code === 'refused' && error.status !== 409 && !isBalanceTooLow(error));

/** Leaves a refund to a person, with the provider's reason. Nothing changes when the refund has another state meanwhile. */
const leaveToPerson = (
  database: Database,
  due: StoredRefund,
  problem: string,
  now: EpochMs,
): Promise<unknown> =>
  database
    .updateTable('refund')
    .set(({ eb }) => ({
      status: 'needs_person',
      needs_person_since: new Date(now),
      problem: problem.slice(0, MAX_PROBLEM),
      refusals: eb('refusals', '+', 1),
    }))
    .where('id', '=', due.id)
    .where('status', '=', 'due')
    .where('amount_paise', '=', due.amount_paise)
    .execute();

function ignoreGatewayError(error: unknown): void {
  if (!(error instanceof GatewayError)) throw error;
}

async function processRefund(deps: PaymentDeps, leased: StoredRefund): Promise<void> {
  const { database, log, now } = deps;
  const { id, source_payment_id: paymentId, attempts } = leased;
  // The next attempt is stored before the provider is called, so that a crash does not shorten the back-off. The result of
  // the call overwrites it.
  const next = leased.status === 'due' ? nextAttempt(now(), attempts) : nextPoll(now(), attempts + 1);
  await database
    .updateTable('refund')
    .set({ attempts: attempts + 1, next_try_at: next })
    .where('id', '=', id)
    .execute();
  let due = leased;
  try {
    await syncRefunds(deps, paymentId);
    due = await readRefund(database, id);
    // A failure that was found now is tried again after its back-off.
    if (due.status !== 'due' || due.failures !== leased.failures) return;
    // A dispute returns the same money when it is lost, so an unknown one must be found before the request.
    await sweepDisputes(deps, new Date(now()));
    due = await readRefund(database, id);
    if (due.status === 'due' && !(await isDisputed(database, paymentId))) await requestRefund(deps, due);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { code, message } = error;
    const details = { payment: paymentId, ownId: id, attempts: attempts + 1, code, description: message };
    if (isFinal(error)) {
      // Somebody may have refunded the payment between the list and the request. Then less, or nothing, is due.
      await syncRefunds(deps, paymentId).catch(ignoreGatewayError);
      await leaveToPerson(database, due, message, now());
      log.error(details, 'the provider refuses to refund a payment: a person has to decide');
    } else if (code === 'refused') {
      log.error(details, 'the provider refuses to refund a payment for now: it will be tried again');
    } else log.warn(details, 'a refund could not be requested from the provider');
  }
}

/**
 * Requests due refunds, and polls refunds that the provider has accepted. A refund is retried with back-off until it is processed
 * or the provider refuses it for good, and each failure is logged. Returns the errors of refunds that failed on our side; they do
 * not stop the others. When the server stops, the current refund is finished and the others stay due.
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
