import { runPeriodically } from '../../platform/jobs/runPeriodically.ts';
import { checkOrders } from './checkOrders.ts';
import { expireWithoutOrder } from '../expire.ts';
import { processRefunds } from './processRefunds.ts';
import { returnToAccounts } from './returnToAccounts.ts';
import { sweepProvider } from './sweepProvider.ts';
import type { PaymentDeps } from '../deps.ts';

/** How long processed events are kept, in milliseconds. The provider redelivers for a day, and on request for a week. */
const EVENT_RETENTION_MS = 30 * 24 * 3_600_000;

async function deleteOldEvents({ database, now }: PaymentDeps): Promise<unknown[]> {
  await database
    .deleteFrom('webhook_event')
    .where('received_at', '<', new Date(now() - EVENT_RETENTION_MS))
    .execute();
  return [];
}

/** How long the network of a hold is kept, in milliseconds. */
const NETWORK_RETENTION_MS = 2 * 24 * 3_600_000;

/** Deletes the networks of holds after two days. */
async function deleteOldNetworks({ database, now }: PaymentDeps): Promise<unknown[]> {
  const before = new Date(now() - NETWORK_RETENTION_MS);
  await database
    .updateTable('booking')
    .set({ held_from: null })
    .where('held_from', 'is not', null)
    .where('created_at', '<', before)
    .execute();
  await database.deleteFrom('hold_network').where('used_at', '<', before).execute();
  return [];
}

/** In order. Each step returns the errors of single items, or rejects when the whole step fails. */
const STEPS = [
  checkOrders,
  expireWithoutOrder,
  sweepProvider,
  processRefunds,
  returnToAccounts,
  deleteOldEvents,
  deleteOldNetworks,
];

/**
 * Finds every payment that was missed: checks due orders at the provider, releases expired unpaid holds, lists the refunds and
 * disputes at the provider, and processes refunds. Resolves when everything that is due by the server's clock has been handled.
 * Any number of server processes may call this at the same time; one of them handles each order and refund. An unreachable
 * provider is not an error; the order is checked again later. An item that fails on our side is postponed and does not stop the
 * others. At the end the function rejects with all such errors as one `AggregateError`.
 */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  const failures: unknown[] = [];
  for (const step of STEPS) {
    try {
      failures.push(...(await step(deps)));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

const EVERY_MS = 20_000;

/**
 * Reconciles periodically until the returned function is called. That function resolves when the current pass has finished
 * its current order or refund.
 */
export const startReconciling = (deps: PaymentDeps): (() => Promise<void>) =>
  runPeriodically({
    everyMs: EVERY_MS,
    startsImmediately: true,
    pass: (stopping) => reconcile({ ...deps, stopping }),
    onError: (error) => deps.log.error({ err: error }, 'reconciling payments failed; it will be tried again'),
  });
