import { search, type Search } from './search.ts';
import { World } from './world.ts';

/** A process of `npm run faults`: runs its share and reports to its parent. */
const options = JSON.parse(process.argv[3] ?? '{}') as Search;
const report = (message: object) =>
  new Promise<unknown>((done) => (process.send ? process.send(message, done) : done(null)));

// The parent was stopped: nobody reads the result.
process.once('disconnect', () => process.exit(1));

const world = await World.open();
const found = await search(world, { ...options, progress: (sequences) => void report({ sequences }) });
await report({ found });
await world.close();
process.exit(0);
