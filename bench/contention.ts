// `npm run bench:contention`: many clients want one slot, on a real PostgreSQL with 200 rooms. One of them gets it and the others
// are refused with alternatives. Prints how many of these requests one server process answers per second, and how many bookings
// of different slots it makes per second for as many clients. The two are measured in turns, so that other load on the machine
// affects both equally. `-- --seconds N --rounds N` measures longer or more often; `-- --checkout <folder>` measures another
// checkout, which must be built. Fails after a double booking or an error of the server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../scripts/build.mjs';
import { startServer } from '../scripts/builtServer.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { describeMachine, loadText, median, printTable } from './figures.ts';
import {
  benchServerEnv,
  BOOKED_DAYS,
  callsOn,
  CONTESTED_SLOTS,
  contestedCalls,
  runDatabaseTask,
  sendLoad,
  type Prepared,
} from './load.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    checkout: { type: 'string' },
  },
});
const CLIENTS = [50, 12];
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
// Each round, and the warm-up, contests another slot.
if (!(seconds > 0) || !(rounds >= 1) || (rounds + 1) * CLIENTS.length > CONTESTED_SLOTS) {
  console.error(
    `--seconds and --rounds must be numbers above zero, and at most ${CONTESTED_SLOTS / 2 - 1} rounds.`,
  );
  process.exit(2);
}
const checkout = resolve(values.checkout ?? '.');

if (values.checkout === undefined) buildIfStale();
console.log(describeMachine());
const postgres = await startPostgres({ databases: 1 });
const folder = mkdtempSync(join(tmpdir(), 'litrooms-contention-'));
const rows: (string | number)[][] = [];
let failures = 0;
try {
  const env = { ...benchServerEnv(), DATA_DIR: folder, DATABASE_URL: postgres.url };
  const task = { kind: 'prepare', rooms: 200, bookedDays: BOOKED_DAYS };
  const prepared = await runDatabaseTask<Prepared>(env, task);
  const server = await startServer(env, { checkout });
  const bookingCalls = callsOn(prepared).booking;
  let contested = 0;

  /** All answers of a measurement. */
  async function measure(clients: number, nextCall: ReturnType<typeof contestedCalls>) {
    const [result] = await sendLoad([server.url], clients, seconds, nextCall);
    if (!result) throw new Error('nothing was measured');
    const { '2xx': booked, '4xx': refused, '5xx': serverErrors, errors, duration, latency } = result;
    failures += serverErrors + errors;
    return {
      answers: (booked + refused) / duration,
      bookings: booked / duration,
      serverErrors: serverErrors + errors,
      p99: latency.p99,
    };
  }

  for (const clients of CLIENTS) {
    const runs = [];
    for (let round = 0; round <= rounds; round += 1) {
      const oneSlot = await measure(clients, contestedCalls(prepared, contested));
      contested += 1;
      const manySlots = await measure(clients, bookingCalls);
      if (round > 0) runs.push({ oneSlot, manySlots }); // the first round warms up
    }
    const ratios = runs.map(({ oneSlot, manySlots }) => oneSlot.answers / manySlots.bookings);
    rows.push([
      clients,
      Math.round(median(runs.map(({ oneSlot }) => oneSlot.answers))),
      median(runs.map(({ oneSlot }) => oneSlot.p99)).toFixed(1),
      Math.round(median(runs.map(({ manySlots }) => manySlots.bookings))),
      median(runs.map(({ manySlots }) => manySlots.p99)).toFixed(1),
      median(ratios).toFixed(2),
      ratios.map((ratio) => ratio.toFixed(2)).join(' '),
      runs.reduce((sum, { oneSlot, manySlots }) => sum + oneSlot.serverErrors + manySlots.serverErrors, 0),
      loadText(),
    ]);
  }
  await server.stop();
  const { pairs } = await runDatabaseTask<{ pairs: number }>(env, { kind: 'double bookings' });
  console.log(
    `\n${postgres.describe}; one process, 200 rooms, ${rounds} rounds of ${seconds} s in turns, medians\n`,
  );
  printTable(
    [
      'clients',
      'answers / s, one slot',
      'p99 ms',
      'bookings / s',
      'p99 ms',
      'ratio',
      'each round',
      '5xx',
      '',
    ],
    rows,
  );
  console.log(`double bookings  ${pairs}`);
  failures += pairs;
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failures === 0 ? 0 : 1);
