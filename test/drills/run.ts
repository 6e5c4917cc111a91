import { drills } from './drills.ts';
import { rehearse, type Outcome } from './rehearse.ts';

/** The drills of `npm run drills`; ends with 1 when anything but the times is not 0. */
const { times, only } = JSON.parse(process.argv[3] ?? '{}') as { times: number; only?: string };
/** How much of what went wrong is printed. */
const SHOWN = 5;

const columns = [
  'times',
  'deaths',
  'hung',
  'lost',
  'double',
  'half',
  'other',
  'bookings',
  'median s',
  'max s',
];
const NAME_WIDTH = 32;
const row = (name: string, figures: readonly (string | number)[]) =>
  name.padEnd(NAME_WIDTH) + figures.map((figure) => String(figure).padStart(10)).join('');

const seconds = (ms: number | undefined) => (ms === undefined ? '-' : (ms / 1000).toFixed(1));
function figuresOf({ deaths, hung, lost, double, halfWritten, wrong, acknowledged, recoveries }: Outcome) {
  const sorted = recoveries.toSorted((a, b) => a - b);
  const recovered = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map(seconds);
  return [times, deaths, hung, lost, double, halfWritten, wrong.length, acknowledged, ...recovered];
}

console.log(row('drill', columns));
let broken = 0;
for (const drill of drills) {
  if (only !== undefined && !drill.name.includes(only)) continue;
  const reason = drill.skip?.() ?? null;
  if (reason !== null) {
    console.log(`${drill.name.padEnd(NAME_WIDTH)}  skipped: ${reason}`);
    continue;
  }
  const outcome = await rehearse(drill, times);
  console.log(row(drill.name, figuresOf(outcome)));
  for (const what of outcome.wrong.slice(0, SHOWN)) console.log(`  ${what}`);
  const { deaths, hung, lost, double, halfWritten, wrong } = outcome;
  broken += deaths + hung + lost + double + halfWritten + wrong.length;
}
console.log(broken === 0 ? 'every promise was kept' : `${broken} promises were broken`);
process.exit(broken === 0 ? 0 : 1);
