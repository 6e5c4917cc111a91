// `npm run faults`: ten thousand random sequences of bookings, payments, crashes and network faults against the real
// application, each followed by an audit of every rupee, point and slot. `-- --runs N --seed S` runs other sequences;
// `-- --seed S --path P` replays a failure. `-- --having 'dispute'` plays only sequences with this command.
// `-- --planted` checks that the search finds deliberate bugs (scripts/faults/plantedBugs.ts), with `--having` those of a command.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPlanted } from './faults/findPlanted.ts';

const SUCCEEDED = 'succeeded';

/** One worker per core of a two-core machine; each has a database in memory. */
const WORKERS = 2;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    runs: { type: 'string' },
    seed: { type: 'string' },
    path: { type: 'string' },
    having: { type: 'string' },
    planted: { type: 'boolean' },
  },
});
const wholeNumber = (name: string, text: string) => {
  if (!/^\d{1,10}$/.test(text)) {
    console.error(`--${name} must be a whole number.`);
    process.exit(2);
  }
  return Number(text);
};
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : wholeNumber('seed', values.seed);
const runs = wholeNumber('runs', values.runs ?? (values.path === undefined ? '10000' : '1'));
if (values.planted) process.exit((await findPlanted(seed, values.having)) ? 0 : 1);
const workers = values.path === undefined ? Math.min(WORKERS, runs) : 1;

interface Found {
  sequences: number;
  commands: number;
  happened: Record<string, number>;
  reached: Record<string, Record<string, number>>;
  counterexample: { text: string; wrong: string; replay: string } | null;
}

const began = performance.now();
const sequencesPlayed = Array.from({ length: workers }, () => 0);
let failed = 0;
const seconds = () => (performance.now() - began) / 1000;

function runWorker(n: number): Promise<Found> {
  return new Promise((resolve, reject) => {
    const share = Math.floor(runs / workers) + (n < runs % workers ? 1 : 0);
    const options = { runs: share, seed: seed + n, path: values.path, having: values.having };
    const child = fork(join('scripts', 'from-source.mjs'), [
      'test/faults/worker.ts',
      JSON.stringify(options),
    ]);
    let found: Found | null = null;
    child.on('message', (message: { sequences: number } | { wrong: string } | { found: Found }) => {
      if ('found' in message) found = message.found;
      else if ('sequences' in message) sequencesPlayed[n] = message.sequences;
      else {
        failed += 1;
        console.log(
          `\n${message.wrong}\nafter one of the sequences; looking for the shortest sequence with this result`,
        );
      }
    });
    child.once('exit', (code, signal) =>
      found === null
        ? reject(new Error(`a worker ended with ${code ?? signal} before it had a result`))
        : resolve(found),
    );
  });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    const total = sequencesPlayed.reduce((sum, count) => sum + count, 0);
    console.log(
      `\nStopped by ${signal} after ${total} of ${runs} sequences, ${failed} failed; seed ${seed}, ${seconds().toFixed(1)} s.`,
    );
    process.exit(1);
  });
}

console.log(`${runs} sequences, seed ${seed}, ${workers} processes`);
const progressTimer = setInterval(() => {
  const total = sequencesPlayed.reduce((sum, count) => sum + count, 0);
  console.log(`  ${String(total).padStart(6)} of ${runs}  ${(total / seconds()).toFixed(1)} a second`);
}, 15_000);
const results = await Promise.all(Array.from({ length: workers }, (_, n) => runWorker(n)));
clearInterval(progressTimer);

const eventCounts: Record<string, number> = {};
for (const each of results) {
  for (const [event, times] of Object.entries(each.happened))
    eventCounts[event] = (eventCounts[event] ?? 0) + times;
}
const failures = results.flatMap(({ counterexample }) => counterexample ?? []);
for (const { text, wrong, replay } of failures) console.log(`\n${wrong}\nafter\n${text}\nreplay: ${replay}`);

const sum = (key: 'sequences' | 'commands') => results.reduce((total, each) => total + each[key], 0);
console.log('\nWhat happened in them:');
for (const event of Object.keys(eventCounts).sort()) {
  console.log(`  ${String(eventCounts[event]).padStart(8)}  ${event}`);
}
/** Kinds that called the server, the rarest first. */
const kinds: Record<string, Record<string, number>> = {};
for (const { reached } of results) {
  for (const [kind, outcomes] of Object.entries(reached)) {
    const total = (kinds[kind] ??= {});
    for (const [outcome, times] of Object.entries(outcomes)) total[outcome] = (total[outcome] ?? 0) + times;
  }
}
const succeeded = (kind: string) => kinds[kind]?.[SUCCEEDED] ?? 0;
const isCall = (kind: string) =>
  Object.keys(kinds[kind] ?? {}).some((outcome) => outcome !== 'nothing to do');
console.log('\nSequences in which a kind of command succeeded, and had other outcomes:');
for (const kind of Object.keys(kinds)
  .filter(isCall)
  .sort((one, other) => succeeded(one) - succeeded(other))) {
  const others = Object.entries(kinds[kind] ?? {})
    .filter(([outcome]) => outcome !== SUCCEEDED)
    .sort(([, one], [, other]) => other - one)
    .map(([outcome, times]) => `${outcome} ${times}`);
  console.log(`  ${String(succeeded(kind)).padStart(8)}  ${kind.padEnd(48)}${others.join(', ')}`);
}
console.log(`
sequences run      ${sum('sequences')}
commands executed  ${sum('commands')}
violations         ${failures.length}
seed               ${seed}
duration           ${seconds().toFixed(1)} s (${(sum('sequences') / seconds()).toFixed(1)} sequences a second)`);
process.exit(failures.length === 0 ? 0 : 1);
