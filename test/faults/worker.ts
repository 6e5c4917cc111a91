import { search, type Search } from './search.ts';
import { Simulation } from './simulation.ts';

/** A process of `npm run faults`: runs its share and reports to its parent. */
const options = JSON.parse(process.argv[3] ?? '{}') as Search;
const report = (message: object) =>
  new Promise<unknown>((done) => (process.send ? process.send(message, done) : done(null)));

// The parent was stopped: its result is not read.
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
