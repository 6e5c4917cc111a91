import { drills } from './drills.ts';
import { runDrill, type DrillResult } from './runDrill.ts';

/** Options of `npm run drills`, which runs the drills and exits with 1 after any problem. */
const { times, only } = JSON.parse(process.argv[3] ?? '{}') as { times: number; only?: string };
/** Per drill. */
const PRINTED_PROBLEMS = 5;

const columns = [
  'times',
  'crashes',
  'timeouts',
  'lost',
  'double',
  'partial',
  'other',
  'bookings',
  'median s',
  'max s',
];
const NAME_WIDTH = 32;
const row = (name: string, values: readonly (string | number)[]) =>
  name.padEnd(NAME_WIDTH) + values.map((value) => String(value).padStart(10)).join('');

const seconds = (ms: number | undefined) => (ms === undefined ? '-' : (ms / 1000).toFixed(1));
function valuesOf({
  crashes,
  timeouts,
  lost,
  doubleBooked,
  incomplete,
  problems,
  acknowledged,
  recoveries,
}: DrillResult) {
  const sorted = recoveries.toSorted((a, b) => a - b);
  const recovered = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map(seconds);
  return [
    times,
    crashes,
    timeouts,
    lost,
    doubleBooked,
    incomplete,
    problems.length,
    acknowledged,
    ...recovered,
  ];
}

console.log(row('drill', columns));
let problemCount = 0;
for (const drill of drills) {
  if (only !== undefined && !drill.name.includes(only)) continue;
  const reason = drill.skip?.() ?? null;
  if (reason !== null) {
    console.log(`${drill.name.padEnd(NAME_WIDTH)}  skipped: ${reason}`);
    continue;
  }
  const result = await runDrill(drill, times);
  console.log(row(drill.name, valuesOf(result)));
  for (const problem of result.problems.slice(0, PRINTED_PROBLEMS)) console.log(`  ${problem}`);
  const { crashes, timeouts, lost, doubleBooked, incomplete, problems } = result;
  problemCount += crashes + timeouts + lost + doubleBooked + incomplete + problems.length;
}
console.log(problemCount === 0 ? 'no problems' : `${problemCount} problems`);
process.exit(problemCount === 0 ? 0 : 1);
