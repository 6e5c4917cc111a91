import { inTransaction } from '../database/transaction.ts';
import type { PaymentDeps } from './deps.ts';
import { applyDispute, logDispute } from './disputes.ts';
import type { GatewayDispute } from './entities.ts';

const DAY_MS = 86_400_000;
/** How much is listed again, because a payment may become known later than its refund. */
export const OVERLAP_MS = 2 * DAY_MS;
/** How far back the first pass goes. */
export const FIRST_LOOK_BACK_MS = 180 * DAY_MS;
/** The most pages of one pass, of 100 items each. */
export const MAX_PAGES = 20;

async function applyListedDispute(
  { database, log, now }: PaymentDeps,
  dispute: GatewayDispute,
): Promise<void> {
  const update = await inTransaction(database, (tx) => applyDispute(tx, dispute, now()));
  if (update !== 'unknown') logDispute(log, dispute, update);
}

/** Lists disputes up to the first page without a new one, and asks for the open ones that are on none of the read pages. */
export async function sweepDisputes(deps: PaymentDeps, seenUntil: Date | null): Promise<void> {
  const { database, gateway, now } = deps;
  const since = seenUntil === null ? now() - FIRST_LOOK_BACK_MS : seenUntil.getTime() - OVERLAP_MS;
  const listed = new Set<string>();
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, isLast } = await gateway.listDisputes(page);
    for (const dispute of items) {
      listed.add(dispute.id);
      await applyListedDispute(deps, dispute);
    }
    if (isLast || items.every(({ createdAt }) => createdAt * 1000 < since)) break;
  }
  const open = await database
    .selectFrom('dispute')
    .select('dispute_id')
    .where('status', 'in', ['open', 'under_review'])
    .orderBy('created_at')
    .execute();
  for (const { dispute_id: id } of open) {
    if (!listed.has(id)) await applyListedDispute(deps, await gateway.fetchDispute(id));
  }
}
