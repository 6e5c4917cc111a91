import { DatabaseTimeout, isUnavailable } from './unavailable.ts';

/** How calls are batched. */
interface BatchOptions<Key> {
  /** How many batches may run at once. */
  readonly concurrency: number;
  /**
   * The weight of a call, 1 by default, and the maximum weight of a batch. A single heavier call is a batch of its own.
   */
  readonly weight?: (key: Key) => number;
  readonly maxWeight?: number;
  /** How long a call may wait for its batch, in milliseconds, before it rejects with a `DatabaseTimeout`. */
  readonly maxWaitMs?: number;
}

interface Call<Key, Value> {
  readonly key: Key;
  /** When the call was made, by `performance.now()`. */
  readonly since: number;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches concurrent calls into one round trip to the database, because on a busy server the round trips cost far more
 * than the queries. A batch has the calls of one turn of the event loop, or those that arrive while `concurrency`
 * batches are running. `load` resolves with the values in the order of the keys. When it rejects because of one key,
 * the batch is split until only that call fails; when the database is unavailable, the whole batch fails.
 */
export function batch<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { concurrency, weight = () => 1, maxWeight = Infinity, maxWaitMs = Infinity }: BatchOptions<Key>,
): (key: Key) => Promise<Value> {
  let waiting: Call<Key, Value>[] = [];
  let running = 0;
  let expiry: NodeJS.Timeout | undefined;

  /** The next batch; a call above the maximum weight is a batch of its own. */
  function next(): Call<Key, Value>[] {
    let weighs = 0;
    const end = waiting.findIndex(({ key }, n) => {
      weighs += weight(key);
      return n > 0 && weighs > maxWeight;
    });
    const calls = end < 0 ? waiting : waiting.slice(0, end);
    waiting = end < 0 ? [] : waiting.slice(end);
    return calls;
  }

  function send(): void {
    while (waiting.length > 0 && running < concurrency) void run(next());
    const [oldest] = waiting;
    if (!oldest || maxWaitMs === Infinity) return;
    expiry ??= setTimeout(expire, Math.max(0, oldest.since + maxWaitMs - performance.now())).unref();
  }

  /** Rejects the calls that have waited too long. */
  function expire(): void {
    expiry = undefined;
    const over = performance.now() - maxWaitMs;
    const late = waiting.filter(({ since }) => since <= over);
    waiting = waiting.filter(({ since }) => since > over);
    for (const { reject } of late)
      reject(new DatabaseTimeout('the statements before this one took too long'));
    send();
  }

  async function run(calls: readonly Call<Key, Value>[]): Promise<void> {
    running += 1;
    await settle(calls);
    running -= 1;
    send();
  }

  async function settle(calls: readonly Call<Key, Value>[]): Promise<void> {
    try {
      const values = await load(calls.map(({ key }) => key));
      calls.forEach(({ resolve }, n) => resolve(values[n] as Value));
    } catch (error) {
      if (calls.length === 1 || isUnavailable(error)) {
        calls.forEach(({ reject }) => reject(error));
        return;
      }
      const half = Math.ceil(calls.length / 2);
      await settle(calls.slice(0, half));
      await settle(calls.slice(half));
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, since: performance.now(), resolve, reject });
      if (waiting.length === 1) setImmediate(send);
    });
}
