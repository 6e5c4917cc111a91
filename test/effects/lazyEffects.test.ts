import { expect, test, vi } from 'vitest';
import { lazyEffects } from '../../src/effects/lazyEffects.ts';

test('the code of effects is loaded once, with the first call', async () => {
  const add = vi.fn<(a: number, b: number) => Promise<number>>(async (a, b) => a + b);
  const load = vi.fn<() => Promise<{ sums: { add: typeof add } }>>(async () => ({ sums: { add } }));
  const sums = lazyEffects(load)('sums');
  expect(load).not.toHaveBeenCalled();
  expect(await Promise.all([sums.add(1, 2), sums.add(3, 4)])).toEqual([3, 7]);
  expect(load).toHaveBeenCalledTimes(1);
});

test('code that could not be loaded counts as a call without a response, and the next call loads it', async () => {
  const load = vi
    .fn<() => Promise<{ sums: { one: () => Promise<number> } }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue({ sums: { one: async () => 1 } });
  const sums = lazyEffects(load)('sums');
  await expect(sums.one()).rejects.toMatchObject({ status: 'FETCH_ERROR', isTransient: true });
  expect(await sums.one()).toBe(1);
});
