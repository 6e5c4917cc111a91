import { sql } from 'kysely';
import type { PaymentDeps } from './deps.ts';

/** One order, hold or refund of the reconciler. */
export interface WorkItem {
  /** The ids for the log. */
  readonly ids: object;
  readonly work: () => Promise<void>;
  /** Postpones the item's next attempt. */
  readonly postpone: () => Promise<void>;
}

async function isDatabaseDown({ database }: Pick<PaymentDeps, 'database'>): Promise<boolean> {
  try {
    await sql`select 1`.execute(database);
    return false;
  } catch {
    return true;
  }
}

/**
 * Runs the work of one item. An error is logged with the item's ids, the item is postponed, and the error is returned,
 * because it must not stop the other items. Null on success. Rejects only while the database is unavailable, which
 * would fail the others as well.
 */
export async function runItem(
  deps: Pick<PaymentDeps, 'database' | 'log'>,
  { ids, work, postpone }: WorkItem,
): Promise<unknown> {
  try {
    await work();
    return null;
  } catch (error) {
    if (await isDatabaseDown(deps)) throw error;
    deps.log.error({ ...ids, err: error }, 'a payment could not be reconciled: it is tried again later');
    try {
      await postpone();
    } catch (err) {
      deps.log.error({ ...ids, err }, 'a payment that could not be reconciled could not be put off either');
    }
    return error;
  }
}
