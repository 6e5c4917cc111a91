import { checkOrders } from './checkOrders.ts';
import { expireWithoutOrder } from './expire.ts';
import { processRefunds } from './processRefunds.ts';
import type { PaymentDeps } from './deps.ts';

/** How long events are remembered, in milliseconds; the provider delivers again for a day, and by hand for a week. */
const EVENT_RETENTION_MS = 30 * 24 * 3_600_000;

async function deleteOldEvents({ database, now }: PaymentDeps): Promise<unknown[]> {
  await database
    .deleteFrom('webhook_event')
    .where('received_at', '<', new Date(now() - EVENT_RETENTION_MS))
    .execute();
  return [];
}

/** What is done, in this order. Each step answers the errors of what it could not do, or fails as a whole. */
const STEPS = [checkOrders, expireWithoutOrder, processRefunds, deleteOldEvents];

/**
 * Sees to it that no payment is forgotten, whatever was lost on the way: asks the provider about every order that it is
 * time to ask about, lets go of holds that are over and unpaid, and gives back the money that is owed. Everything due by
 * the server's clock has been looked at when it resolves. Any number of server processes may call it at once; each order
 * and refund is taken by one of them. A provider that does not answer is not an error, but a reason to ask again later. What
 * fails on our side is put off and stops nothing else; rejects with an `AggregateError` of it, once all else is done.
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

/** How often it is looked whether there is something to do, in milliseconds. */
const EVERY_MS = 20_000;

/**
 * Reconciles again and again, until the returned function is called. The pass in progress then ends after the order or
 * refund that it is at, and the function resolves.
 */
export function startReconciling(deps: PaymentDeps): () => Promise<void> {
  const stop = new AbortController();
  let running = Promise.resolve();
  let timer: NodeJS.Timeout;

  async function run(): Promise<void> {
    try {
      await reconcile({ ...deps, stopping: stop.signal });
    } catch (error) {
      deps.log.error({ err: error }, 'reconciling payments failed; it will be tried again');
    }
    if (!stop.signal.aborted) wait();
  }
  function wait(): void {
    timer = setTimeout(() => {
      running = run();
    }, EVERY_MS);
    timer.unref();
  }

  running = run();
  return async () => {
    stop.abort();
    clearTimeout(timer);
    await running;
  };
}
