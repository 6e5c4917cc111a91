import { afterAll, beforeAll, expect, test } from 'vitest';
import { search } from './search.ts';
import { World } from './world.ts';

/** The same sequences every time, so that a failure is of the change at hand; `npm run faults` tries ten thousand others. */
const RUNS = 150;
const SEED = 20_251_120;

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

test(
  'whatever is lost, repeated, late, forged or crashes: each captured rupee is on one confirmed booking or refunded',
  async () => {
    const { counterexample } = await search(world, { runs: RUNS, seed: SEED });
    expect(counterexample && Object.values(counterexample).join('\n')).toBeNull();
  },
  // Making a failure short takes much longer than finding it.
  3_600_000,
);
