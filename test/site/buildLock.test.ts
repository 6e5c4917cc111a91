import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { buildAlone } from '../../scripts/buildLock.ts';

const root = mkdtempSync(join(tmpdir(), 'litrooms-build-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
vi.spyOn(console, 'log').mockImplementation(() => {});

/** Builds of two processes in one checkout. `isBroken`: the first one fails. */
async function buildTwice(folder: string, isBroken = false) {
  const events: string[] = [];
  let isFresh = false;
  const start = (name: string, fails: boolean) =>
    buildAlone(join(root, folder), {
      isFresh: () => isFresh,
      build: async () => {
        events.push(`${name} begins`);
        await delay(300);
        events.push(`${name} ends`);
        if (fails) throw new Error('the build failed');
        isFresh = true;
      },
    });
  const first = start('first', isBroken);
  while (events.length === 0) await delay(10);
  const results = await Promise.allSettled([first, start('second', false)]);
  return {
    events,
    results: results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed')),
  };
}

test('of two builds at once the second waits, and does not build again', async () => {
  expect(await buildTwice('both')).toEqual({
    events: ['first begins', 'first ends'],
    results: [true, false],
  });
});

test('after a failed build the one that waited builds', async () => {
  expect(await buildTwice('failed', true)).toEqual({
    events: ['first begins', 'first ends', 'second begins', 'second ends'],
    results: ['failed', true],
  });
});

test('a build alone runs even when the result is fresh', async () => {
  const build = vi.fn(() => Promise.resolve());
  await buildAlone(join(root, 'alone'), { isFresh: () => true, build });
  expect(build).toHaveBeenCalledOnce();
});
