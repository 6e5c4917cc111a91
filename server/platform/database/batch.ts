import type { Database, Tx } from './schema.ts';
import { DatabaseTimeout, isUnavailable } from './unavailable.ts';

/** How calls are batched. */
interface BatchOptions<Key> {
  /** How many batches may run at once. */
  readonly concurrency: number;
  /** By default 1, and the maximum weight of a batch. A heavier call runs in a batch with no other call. */
  readonly weight?: (key: Key) => number;
  readonly maxWeight?: number;
  /** How long a call may wait for its batch, in milliseconds, before it rejects with a `DatabaseTimeout`. */
  readonly maxWaitMs?: number;
}

interface Call<Key, Value> {
  readonly key: Key;
  /** When the call was made, by `performance.now()`. */
  readonly queuedAt: number;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches concurrent calls into one round trip to the database, because on a busy server the round trips cost far more
 * than the queries. A batch contains the calls of one turn of the event loop, or those that arrive while `concurrency`
 * batches are running. `load` resolves with the values in the order of the keys. When it rejects because of one key,
 * the batch is split until only that call fails. When the database is unavailable, the whole batch fails.
 */
export function batch<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { concurrency, weight = () => 1, maxWeight = Infinity, maxWaitMs = Infinity }: BatchOptions<Key>,
): (key: Key) => Promise<Value> {
  let queue: Call<Key, Value>[] = [];
  let running = 0;
  let expiryTimer: NodeJS.Timeout | undefined;

  /** Removes the next batch from the queue. */
  function takeBatch(): Call<Key, Value>[] {
    let totalWeight = 0;
    const end = queue.findIndex(({ key }, n) => {
      totalWeight += weight(key);
      return n > 0 && totalWeight > maxWeight;
    });
    const calls = end < 0 ? queue : queue.slice(0, end);
    queue = end < 0 ? [] : queue.slice(end);
    return calls;
  }

  function flush(): void {
    while (queue.length > 0 && running < concurrency) void run(takeBatch());
    const [oldest] = queue;
    if (!oldest || maxWaitMs === Infinity) return;
    expiryTimer ??= setTimeout(expire, Math.max(0, oldest.queuedAt + maxWaitMs - performance.now())).unref();
  }

  /** Rejects the calls that have waited too long. */
  function expire(): void {
    expiryTimer = undefined;
    const expiredBefore = performance.now() - maxWaitMs;
    const expired = queue.filter(({ queuedAt: since }) => since <= expiredBefore);
    queue = queue.filter(({ queuedAt: since }) => since > expiredBefore);
    for (const { reject } of expired)
      reject(new DatabaseTimeout('the statements before this one took too long'));
    flush();
  }

  async function run(calls: readonly Call<Key, Value>[]): Promise<void> {
    running += 1;
    await loadOrSplit(calls);
    running -= 1;
    flush();
  }

  async function loadOrSplit(calls: readonly Call<Key, Value>[]): Promise<void> {
    try {
      const values = await load(calls.map(({ key }) => key));
      calls.forEach(({ resolve }, n) => resolve(values[n] as Value));
    } catch (error) {
      if (calls.length === 1 || isUnavailable(error)) {
        calls.forEach(({ reject }) => reject(error));
        return;
      }
      const half = Math.ceil(calls.length / 2);
      await loadOrSplit(calls.slice(0, half));
      await loadOrSplit(calls.slice(half));
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      queue.push({ key, queuedAt: performance.now(), resolve, reject });
      if (queue.length === 1) setImmediate(flush);
    });
}

/** Returns `make(database)`, made once for each database or transaction, so that all calls on it share batches. */
export function perDatabase<Of extends Database | Tx, Value>(
  make: (database: Of) => Value,
): (database: Of) => Value {
  const made = new WeakMap<Of, Value>();
  return (database) => {
    const value = made.get(database) ?? make(database);
    made.set(database, value);
    return value;
  };
}
