import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batch } from '../../server/database/batch.ts';
import { DatabaseTimeout } from '../../server/database/unavailable.ts';

/** The requested groups, each answered by the test. */
function asked() {
  const groups: { questions: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const ask = (questions: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      groups.push({ questions, answer: () => resolve(questions.map((n) => n * 10)), fail: reject });
    });
  return { groups, ask, questions: () => groups.map((group) => group.questions) };
}

test('calls of one turn of the event loop are one group, each with its own result', async () => {
  const { groups, ask, questions } = asked();
  const call = batch(ask, { concurrency: 2 });
  const answers = Promise.all([1, 2, 3].map(call));
  await nextTurn();
  expect(questions()).toEqual([[1, 2, 3]]);
  groups[0]?.answer();
  expect(await answers).toEqual([10, 20, 30]);
});

test('calls that arrive while the maximum number of batches is running are in the next batch', async () => {
  const { groups, ask, questions } = asked();
  const call = batch(ask, { concurrency: 1 });
  const first = call(1);
  await nextTurn();
  const second = call(2);
  await nextTurn();
  const third = call(3);
  await nextTurn();
  expect(questions()).toEqual([[1]]);
  groups[0]?.answer();
  expect(await first).toBe(10);
  await nextTurn();
  expect(questions()).toEqual([[1], [2, 3]]);
  groups[1]?.answer();
  expect(await Promise.all([second, third])).toEqual([20, 30]);
});

test('a batch has at most the allowed weight, except for a single call that is heavier', async () => {
  const { groups, ask, questions } = asked();
  const call = batch(ask, { concurrency: 10, weight: (n) => n, maxWeight: 5 });
  const answers = Promise.all([2, 3, 1, 9, 4].map(call));
  await nextTurn();
  expect(questions()).toEqual([[2, 3], [1], [9], [4]]);
  groups.forEach(({ answer }) => answer());
  expect(await answers).toEqual([20, 30, 10, 90, 40]);
});

test('when the database is unreachable each call of the batch fails, and none of the next', async () => {
  const { groups, ask, questions } = asked();
  const call = batch(ask, { concurrency: 1 });
  const failed = Promise.allSettled([call(1), call(2)]);
  await nextTurn();
  groups[0]?.fail(new Error('Connection terminated unexpectedly'));
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = call(3);
  await nextTurn();
  groups[1]?.answer();
  expect(await next).toBe(30);
  expect(questions()).toEqual([[1, 2], [3]]);
});

test('a key that the database rejects fails its own call and no other', async () => {
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

test('a call rejects when the batches before it take too long, and is not sent', async () => {
  const { groups, ask, questions } = asked();
  const call = batch(ask, { concurrency: 1, maxWaitMs: 20 });
  const first = call(1);
  await nextTurn();
  await expect(call(2)).rejects.toThrow(DatabaseTimeout);
  groups[0]?.answer();
  expect(await first).toBe(10);
  const third = call(3);
  await nextTurn();
  groups[1]?.answer();
  expect(await third).toBe(30);
  expect(questions()).toEqual([[1], [3]]);
});
