import { sql } from 'kysely';
import { inTransaction } from '../../platform/database/transaction.ts';
import { runJob } from '../../platform/jobs/runJob.ts';
import type { PaymentDeps } from '../deps.ts';
import { applyDispute, logDispute } from './disputes.ts';
import type { GatewayDispute } from '../provider/entities.ts';

const DAY_MS = 86_400_000;
/** How much is listed again, because a payment may become known later than its refund. */
export const OVERLAP_MS = 2 * DAY_MS;
/** How far back the first pass goes. */
export const FIRST_LOOK_BACK_MS = 180 * DAY_MS;
/** Per pass, of 100 items each. */
export const MAX_PAGES = 20;

/** Records a listed dispute. Returns the error of one that cannot be recorded, so that the others continue, or null. */
const applyListedDispute = (deps: PaymentDeps, dispute: GatewayDispute): Promise<unknown> =>
  runJob(deps, {
    kind: 'a dispute that the provider lists',
    ids: { payment: dispute.paymentId, dispute: dispute.id },
    async work() {
      const update = await inTransaction(deps.database, (tx) => applyDispute(tx, dispute, deps.now()));
      if (update !== 'unknown') logDispute(deps.log, dispute, update);
    },
  });

/**
 * Lists disputes up to the first page without a new one, and asks for the open ones that are on none of the read pages. Returns
 * the errors of those that cannot be recorded.
 */
export async function sweepDisputes(deps: PaymentDeps, seenUntil: Date | null): Promise<unknown[]> {
  const { database, gateway, now } = deps;
  const since = seenUntil === null ? now() - FIRST_LOOK_BACK_MS : seenUntil.getTime() - OVERLAP_MS;
  const listed = new Set<string>();
  const failures: unknown[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, isLast } = await gateway.listDisputes(page);
    for (const dispute of items) {
      listed.add(dispute.id);
      failures.push(await applyListedDispute(deps, dispute));
    }
    if (isLast || items.every(({ createdAt }) => createdAt * 1000 < since)) break;
  }
  const open = await database
    .selectFrom('dispute')
    .select('dispute_id')
    .where(sql<boolean>`status in ('open', 'under_review')`)
    .orderBy('created_at')
    .execute();
  for (const { dispute_id: id } of open) {
    if (!listed.has(id)) failures.push(await applyListedDispute(deps, await gateway.fetchDispute(id)));
  }
  return failures.filter((failure) => failure !== null);
}
