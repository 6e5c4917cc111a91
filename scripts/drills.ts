// `npm run drills`: failure drills. The database is stopped, restarted, killed, cut off, locked and out of space, servers are
// killed, and clocks differ, each twenty times, while visitors book on two servers. Afterwards the drill compares the visitors'
// responses with the database. `-- 2` or `-- --times 2` runs fewer rounds, `-- --only network` only the drills whose names
// contain the word.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: { times: { type: 'string' }, only: { type: 'string' } },
});
const times = values.times ?? positionals[0] ?? '20';
if (!/^[1-9]\d{0,3}$/.test(times) || positionals.length > 1) {
  console.error('The number of rounds must be one whole number above zero.');
  process.exit(2);
}

const drillOptions = JSON.stringify({ times: Number(times), only: values.only });
const drills = fork(join('scripts', 'from-source.mjs'), ['test/drills/run.ts', drillOptions]);
const [code] = (await once(drills, 'exit')) as [number | null];
process.exit(code ?? 1);
