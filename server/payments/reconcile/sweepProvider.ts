import { sql } from 'kysely';
import { anyOf } from '../../platform/database/anyOf.ts';
import { everyColumn } from '../../platform/database/columns.ts';
import type { ProviderSweepTable } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { JobTable } from '../../platform/jobs/lease.ts';
import { runDue } from '../../platform/jobs/runDue.ts';
import { runJob } from '../../platform/jobs/runJob.ts';
import type { Selectable } from 'kysely';
import type { PaymentDeps } from '../deps.ts';
import type { AccountRefund } from '../provider/gateway.ts';
import { GatewayError } from '../provider/gatewayError.ts';
import { logRefundUpdate } from './logRefundUpdate.ts';
import { syncRefunds } from './processRefunds.ts';
import { FIRST_LOOK_BACK_MS, MAX_PAGES, OVERLAP_MS, sweepDisputes } from './sweepDisputes.ts';
import { isProviderId } from '../provider/providerId.ts';
import { refundablePayments } from '../refunds/bookingLeft.ts';
import { applyRefundUpdate } from '../refunds/refundUpdates.ts';

/*
 * Finds the refunds and disputes that no webhook reported: it lists those of the account, which also covers payments that are no
 * longer checked. A pass reads a limited number of pages.
 */

type Sweep = Selectable<ProviderSweepTable>;

export const sweepJobs: JobTable<Sweep> = {
  name: 'provider_sweep',
  id: 'name',
  due: 'next_run_at',
  columns: everyColumn<ProviderSweepTable>({ name: true, seen_until: true, next_run_at: true }),
};

const MINUTE_MS = 60_000;
const EVERY_MS = 30 * MINUTE_MS;
const AFTER_FAILURE_MS = 5 * MINUTE_MS;
/**
 * Applies listed refunds of our payments whose state is not recorded yet. One that cannot be recorded does not stop the others;
 * returns the errors.
 */
async function applyListed(deps: PaymentDeps, listed: readonly AccountRefund[]): Promise<unknown[]> {
  if (listed.length === 0) return [];
  const { database, log, now } = deps;
  const rows = await database
    .selectFrom('payment')
    .leftJoin('refund', (join) =>
      join
        .onRef('refund.source_payment_id', '=', 'payment.payment_id')
        .on('refund.refund_id', 'is not', null),
    )
    .select(['payment.payment_id', 'refund.refund_id', 'refund.status'])
    .where(
      'payment.payment_id',
      '=',
      anyOf(
        listed.map(({ paymentId }) => paymentId),
        'text',
      ),
    )
    .execute();
  const ours = new Set(rows.map(({ payment_id }) => payment_id));
  const processed = new Set(
    rows.flatMap(({ refund_id, status }) => (status === 'processed' ? [refund_id] : [])),
  );
  const failures: unknown[] = [];
  for (const refund of listed) {
    if (!ours.has(refund.paymentId) || processed.has(refund.id)) continue;
    const failure = await runJob(deps, {
      kind: 'a refund that the provider lists',
      ids: { payment: refund.paymentId, refund: refund.id },
      async work() {
        const update = await inTransaction(database, (tx) =>
          applyRefundUpdate(tx, refund.paymentId, refund, now()),
        );
        if (update !== 'unknown') logRefundUpdate(log, refund.paymentId, refund, update);
      },
    });
    if (failure !== null) failures.push(failure);
  }
  return failures;
}

async function sweepRefunds(deps: PaymentDeps, seenUntil: Date | null): Promise<unknown[]> {
  const since = seenUntil === null ? deps.now() - FIRST_LOOK_BACK_MS : seenUntil.getTime() - OVERLAP_MS;
  const found: AccountRefund[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, isLast } = await deps.gateway.listRefunds(since, page);
    found.push(...items);
    if (isLast) break;
  }
  // The provider lists the newest first.
  return applyListed(deps, found.toReversed());
}

/**
 * Fetches a payment and its disputes from the provider before the desk pays out a refund of it, so that nothing is paid out that
 * was returned meanwhile or is disputed. Rejects with a `GatewayError` when the provider does not respond.
 */
export async function askBeforePayOut(deps: PaymentDeps, refundId: string): Promise<void> {
  const refund = await deps.database
    .selectFrom('refund')
    .select('source_payment_id')
    .where('id', '=', refundId)
    .where('status', '=', 'needs_person')
    .executeTakeFirst();
  if (refund) await askAboutPayments(deps, [refund.source_payment_id]);
}

/** The same for the payments of a booking, before the desk refunds an amount of it in cash or by UPI. */
export async function askBeforeRefund(deps: PaymentDeps, bookingId: string): Promise<void> {
  const payments = await refundablePayments(deps.database, bookingId);
  await askAboutPayments(
    deps,
    payments.map(({ id }) => id),
  );
}

async function askAboutPayments(deps: PaymentDeps, paymentIds: readonly string[]): Promise<void> {
  const atProvider = paymentIds.filter((id) => isProviderId('payment', id));
  if (atProvider.length === 0) return;
  for (const id of atProvider) {
    await syncRefunds(deps, id).catch((error: unknown) => {
      // The provider may no longer have the payment; then there is nothing to subtract.
      if (!(error instanceof GatewayError && error.code === 'refused')) throw error;
    });
  }
  const [failure] = await sweepDisputes(deps, new Date(deps.now()));
  if (failure !== undefined) throw failure;
}

const setNextRun = async (
  { database, now }: PaymentDeps,
  { name }: Sweep,
  change: { readonly afterMs: number; readonly seenUntil?: number },
): Promise<void> => {
  await database
    .updateTable('provider_sweep')
    .set({
      next_run_at: new Date(now() + change.afterMs),
      ...(change.seenUntil !== undefined && { seen_until: new Date(change.seenUntil) }),
    })
    .where('name', '=', name)
    .execute();
};

/** Lists what happened at the provider, when it is due. One server process does it. Returns the errors on our side. */
export async function sweepProvider(deps: PaymentDeps): Promise<unknown[]> {
  const { database, now, log } = deps;
  await sql`insert into provider_sweep (name, next_run_at)
    select name, ${new Date(now())}::timestamptz from (values ('refunds'), ('disputes')) names (name)
    on conflict (name) do nothing`.execute(database);
  const failures: unknown[] = [];
  const failedLists = await runDue(deps, {
    kind: 'a list of the provider',
    table: sweepJobs,
    ids: ({ name }) => ({ list: name }),
    oncePerPass: true,
    async work(sweep) {
      const startedAt = now();
      try {
        const failed = await (sweep.name === 'refunds' ? sweepRefunds : sweepDisputes)(
          deps,
          sweep.seen_until,
        );
        failures.push(...failed);
        // What could not be recorded is listed again.
        await setNextRun(
          deps,
          sweep,
          failed.length > 0 ? { afterMs: AFTER_FAILURE_MS } : { afterMs: EVERY_MS, seenUntil: startedAt },
        );
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        const { code, message } = error;
        log.warn(
          { list: sweep.name, code, description: message },
          'a list of the provider could not be read',
        );
        await setNextRun(deps, sweep, { afterMs: AFTER_FAILURE_MS });
      }
    },
    postpone: (sweep) => setNextRun(deps, sweep, { afterMs: AFTER_FAILURE_MS }),
  });
  return [...failures, ...failedLists];
}
