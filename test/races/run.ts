import { addDays, dateAt } from '../../domain/time/calendar.ts';
import { accessTokens } from '../../server/account/session/accessTokens.ts';
import { readConfig } from '../../server/platform/config/config.ts';
import { openDatabase } from '../../server/platform/database/connection/open.ts';
import {
  createRacers,
  countDeadlocks,
  raceForOneBalance,
  raceForOverlappingRanges,
  raceForSameSlot,
  ROOM,
  type Racer,
  type RaceSetup,
  type RaceResult,
} from './race.ts';

/** Options of `npm run races`, which runs the races on other server processes and exits with 1 after a violation. */
const { urls, rounds } = JSON.parse(process.argv[3] ?? '{}') as { urls: string[]; rounds: number };
const MAX_RANGES = 16;

const config = readConfig(process.env);
const { database, close } = await openDatabase(config);
const allRacers = await createRacers(database, accessTokens(config, Date.now), urls, {
  count: MAX_RANGES,
  rounds,
});
const { price_per_hour_paise } = await database
  .selectFrom('room')
  .select('price_per_hour_paise')
  .where('id', '=', ROOM)
  .executeTakeFirstOrThrow();
const setup: RaceSetup = {
  database,
  firstDay: addDays(dateAt(Date.now()), 1),
  pricePerHourPaise: price_per_hour_paise,
};

console.log(`${'race'.padEnd(28)}clients  rounds  winners  conflicts  errors  overlaps  deadlocks  seconds`);
let violationCount = 0;
async function race(name: string, clients: number, run: () => Promise<RaceResult>): Promise<void> {
  const start = performance.now();
  const before = await countDeadlocks(database);
  const outcome = await run();
  const newDeadlocks = (await countDeadlocks(database)) - before;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const { winners, conflicts, errors, overlaps } = outcome;
  const columns = [
    [clients, 7],
    [outcome.rounds, 8],
    [winners, 9],
    [conflicts, 11],
    [errors, 8],
    [overlaps, 10],
    [newDeadlocks, 11],
    [seconds, 9],
  ] as const;
  console.log(name.padEnd(28) + columns.map(([value, width]) => String(value).padStart(width)).join(''));
  for (const violation of outcome.violations) console.log(`  ${violation}`);
  violationCount += outcome.violations.length + newDeadlocks;
}

for (const count of [2, 4, 8, MAX_RANGES]) {
  const racers = allRacers.slice(0, count);
  await race('same slot', count, () => raceForSameSlot(setup, racers, rounds));
}
for (const count of [2, 4, 8, MAX_RANGES]) {
  const racers = allRacers.slice(0, count);
  await race('overlapping ranges', count, () => raceForOverlappingRanges(setup, racers, rounds));
}
const [spender] = allRacers as [Racer];
for (const calls of [2, MAX_RANGES]) {
  const options = { calls, halfPoints: calls === 2 ? 1 : 5, rounds };
  await race('one balance', calls, () => raceForOneBalance(setup, spender, urls, options));
}
await close();
console.log(violationCount === 0 ? 'no violations' : `${violationCount} violations`);
process.exit(violationCount === 0 ? 0 : 1);
