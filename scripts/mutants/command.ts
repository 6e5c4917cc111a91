import { parseArgs } from 'node:util';
import { areas, type Area } from './areas.ts';
import { tryMachines } from './machines.ts';
import { runStryker } from './runStryker.ts';

/*
 * `npm run mutants`: changes the machines in one place at a time and lists the changes (mutants) that no test notices;
 * `npm run mutants -- domain` (or bookings, payments) lets Stryker do the same with other code. `--sample 100` tries about that many,
 * `--file settle` those of some files. Fails when too few are killed (docs/decisions/0026-tests.md).
 */

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  options: { sample: { type: 'string' }, file: { type: 'string', default: '' } },
  allowPositionals: true,
});
const choice = { file: values.file, ...(values.sample !== undefined && { sample: Number(values.sample) }) };
const isArea = (name: string): name is Area => name in areas;

let areEnoughKilled = true;
for (const name of positionals.length > 0 ? positionals : ['machines']) {
  if (name !== 'machines' && !isArea(name)) {
    console.error(`There is no area "${name}"; there are: machines, ${Object.keys(areas).join(', ')}.`);
    process.exit(2);
  }
  const isDone = isArea(name) ? runStryker(name, choice) : await tryMachines(choice);
  areEnoughKilled &&= isDone;
}
process.exit(areEnoughKilled ? 0 : 1);
