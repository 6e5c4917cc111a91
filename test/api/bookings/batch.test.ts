import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batch } from '../../../server/platform/database/batch.ts';
import { DatabaseTimeout } from '../../../server/platform/database/unavailable.ts';

/** A loader whose batches the test resolves or rejects. */
function controlledLoader() {
  const batches: { keys: readonly number[]; resolve: () => void; fail: (error: Error) => void }[] = [];
  const load = (keys: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push({ keys, resolve: () => resolve(keys.map((n) => n * 10)), fail: reject });
    });
  return { batches, load, loadedKeys: () => batches.map((each) => each.keys) };
}

test('calls of one turn of the event loop are one batch, and each call gets its result', async () => {
  const { batches, load, loadedKeys } = controlledLoader();
  const call = batch(load, { concurrency: 2 });
  const results = Promise.all([1, 2, 3].map(call));
  await nextTurn();
  expect(loadedKeys()).toEqual([[1, 2, 3]]);
  batches[0]?.resolve();
  expect(await results).toEqual([10, 20, 30]);
});

test('calls that arrive while the maximum number of batches is running are in the next batch', async () => {
  const { batches, load, loadedKeys } = controlledLoader();
  const call = batch(load, { concurrency: 1 });
  const first = call(1);
  await nextTurn();
  const second = call(2);
  await nextTurn();
  const third = call(3);
  await nextTurn();
  expect(loadedKeys()).toEqual([[1]]);
  batches[0]?.resolve();
  expect(await first).toBe(10);
  await nextTurn();
  expect(loadedKeys()).toEqual([[1], [2, 3]]);
  batches[1]?.resolve();
  expect(await Promise.all([second, third])).toEqual([20, 30]);
});

test('a batch has at most the allowed weight, except for a single call that is heavier', async () => {
  const { batches, load, loadedKeys } = controlledLoader();
  const call = batch(load, { concurrency: 10, weight: (n) => n, maxWeight: 5 });
  const results = Promise.all([2, 3, 1, 9, 4].map(call));
  await nextTurn();
  expect(loadedKeys()).toEqual([[2, 3], [1], [9], [4]]);
  batches.forEach(({ resolve }) => resolve());
  expect(await results).toEqual([20, 30, 10, 90, 40]);
});

test('when the database is unreachable, each call of the batch fails, and the next batch is still sent', async () => {
  const { batches, load, loadedKeys } = controlledLoader();
  const call = batch(load, { concurrency: 1 });
  const failed = Promise.allSettled([call(1), call(2)]);
  await nextTurn();
  batches[0]?.fail(new Error('Connection terminated unexpectedly'));
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = call(3);
  await nextTurn();
  batches[1]?.resolve();
  expect(await next).toBe(30);
  expect(loadedKeys()).toEqual([[1, 2], [3]]);
});

test('a key that the database rejects fails only its call', async () => {
  const load = async (keys: readonly number[]) => {
    if (keys.includes(4)) throw new Error('out of range');
    return keys.map((n) => n * 10);
  };
  const call = batch(load, { concurrency: 1 });
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(call));
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'refused'))).toEqual([
    10,
    20,
    30,
    'refused',
    50,
  ]);
});

test('a call is rejected without being sent when the batches before it take too long', async () => {
  const { batches, load, loadedKeys } = controlledLoader();
  const call = batch(load, { concurrency: 1, maxWaitMs: 20 });
  const first = call(1);
  await nextTurn();
  await expect(call(2)).rejects.toThrow(DatabaseTimeout);
  batches[0]?.resolve();
  expect(await first).toBe(10);
  const third = call(3);
  await nextTurn();
  batches[1]?.resolve();
  expect(await third).toBe(30);
  expect(loadedKeys()).toEqual([[1], [3]]);
});
