import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFullRun } from '../fullRun.ts';
import { search } from './search.ts';
import { Simulation } from './simulation.ts';

/** The sequences are the same in every run, so that a new failure has a new cause. `npm run faults` tries 10,000 others. */
const RUNS = isFullRun ? 150 : 40;
const SEED = 20_251_120;

let simulation: Simulation;
beforeAll(async () => {
  simulation = await Simulation.open();
});
afterAll(() => simulation.close());

test(
  'every captured rupee pays one booking or is refunded, despite crashes and lost, repeated, late and forged messages',
  async () => {
    const { counterexample } = await search(simulation, { runs: RUNS, seed: SEED });
    expect(counterexample && Object.values(counterexample).join('\n')).toBeNull();
  },
  // Shrinking a failing sequence takes much longer than finding it.
  3_600_000,
);
