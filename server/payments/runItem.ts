import { sql } from 'kysely';
import type { PaymentDeps } from './deps.ts';

/** One order, hold or refund that the reconciler works on. */
export interface WorkItem {
  /** The ids under which operators find it. */
  readonly ids: object;
  readonly work: () => Promise<void>;
  /** Puts it off until it is tried again. */
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
 * Does the work on one item. An error is logged with the item's ids, the item is put off, and the error is the answer: it
 * is about this item and must not stop the others. Null when all went well. Rejects only while the database is away, which
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
