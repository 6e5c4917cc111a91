import { search, type SearchOptions } from './search.ts';
import { Simulation } from './simulation.ts';

/** Options of a worker process of `npm run faults`, which runs its share of the sequences and reports to its parent. */
const options = JSON.parse(process.argv[3] ?? '{}') as SearchOptions;
const report = (message: object) =>
  new Promise<unknown>((done) => (process.send ? process.send(message, done) : done(null)));

// The parent has ended and cannot read the result.
process.once('disconnect', () => process.exit(1));

const simulation = await Simulation.open();
const found = await search(simulation, {
  ...options,
  progress: (sequences) => void report({ sequences }),
  onFailure: (wrong) => void report({ wrong }),
});
await report({ found });
await simulation.close();
process.exit(0);
