import { checkOrders } from './checkOrders.ts';
import { expireWithoutOrder } from './expire.ts';
import { giveRefunds } from './giveRefunds.ts';
import type { PaymentParts } from './parts.ts';

/** How long events are remembered, in milliseconds; the provider delivers again for a day, and by hand for a week. */
const EVENTS_REMEMBERED_MS = 30 * 24 * 3_600_000;

const forgetOldEvents = ({ database, now }: PaymentParts): Promise<unknown> =>
  database
    .deleteFrom('webhook_event')
    .where('received_at', '<', new Date(now() - EVENTS_REMEMBERED_MS))
    .execute();

/**
 * Sees to it that no payment is forgotten, whatever was lost on the way: asks the provider about every order that it is
 * time to ask about, lets go of holds that are over and unpaid, and gives back the money that is owed. Everything due by
 * the server's clock has been looked at when it resolves. Any number of server processes may call it at once; each order
 * and refund is taken by one of them. A provider that does not answer is not an error, but a reason to ask again later.
 */
export async function reconcile(parts: PaymentParts): Promise<void> {
  await checkOrders(parts);
  await expireWithoutOrder(parts);
  await giveRefunds(parts);
  await forgetOldEvents(parts);
}

/** How often it is looked whether there is something to do, in milliseconds. */
const EVERY_MS = 20_000;

/** Reconciles again and again, until the returned function is called, which waits for the work under way. */
export function keepReconciling(parts: PaymentParts): () => Promise<void> {
  let underWay = Promise.resolve();
  let timer: NodeJS.Timeout;
  let stopped = false;

  async function run(): Promise<void> {
    try {
      await reconcile(parts);
    } catch (error) {
      parts.log.error({ err: error }, 'reconciling payments failed; it will be tried again');
    }
    if (!stopped) wait();
  }
  function wait(): void {
    timer = setTimeout(() => {
      underWay = run();
    }, EVERY_MS);
    timer.unref();
  }

  underWay = run();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await underWay;
  };
}
