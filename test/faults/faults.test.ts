import { afterAll, beforeAll, expect, test } from 'vitest';
import { search } from './search.ts';
import { Simulation } from './simulation.ts';

/** The same sequences every time, so that a failure is caused by the current change; `npm run faults` tries ten thousand others. */
const RUNS = 150;
const SEED = 20_251_120;

let simulation: Simulation;
beforeAll(async () => {
  simulation = await Simulation.open();
});
afterAll(() => simulation.close());

test(
  'with lost, repeated, late and forged messages and crashes, each captured rupee is on one confirmed booking or refunded',
  async () => {
    const { counterexample } = await search(simulation, { runs: RUNS, seed: SEED });
    expect(counterexample && Object.values(counterexample).join('\n')).toBeNull();
  },
  // Shrinking a failure takes much longer than finding it.
  3_600_000,
);
