import { addDays, dateAt } from '../../domain/calendar.ts';
import { accessTokens } from '../../server/accounts/accessTokens.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/database/open.ts';
import {
  contenders,
  deadlocks,
  forOneBalance,
  forOverlappingRanges,
  forTheSameSlot,
  ROOM,
  type Contender,
  type Field,
  type Outcome,
} from './contest.ts';

/** The races of `npm run races`, on servers in other processes; exits with 1 when a promise was broken. */
const { urls, rounds } = JSON.parse(process.argv[3] ?? '{}') as { urls: string[]; rounds: number };
const MAX_RANGES = 16;

const config = readConfig(process.env);
const { database, close } = await openDatabase(config);
const everybody = await contenders(database, accessTokens(config, Date.now), urls, {
  count: MAX_RANGES,
  rounds,
});
const { price_per_hour_paise } = await database
  .selectFrom('room')
  .select('price_per_hour_paise')
  .where('id', '=', ROOM)
  .executeTakeFirstOrThrow();
const field: Field = {
  database,
  firstDay: addDays(dateAt(Date.now()), 1),
  pricePerHourPaise: price_per_hour_paise,
};

console.log(`${'race'.padEnd(28)}clients  rounds  winners  conflicts  errors  overlaps  deadlocks  seconds`);
let broken = 0;
async function race(name: string, clients: number, run: () => Promise<Outcome>): Promise<void> {
  const began = performance.now();
  const before = await deadlocks(database);
  const outcome = await run();
  const circles = (await deadlocks(database)) - before;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const { winners, conflicts, errors, overlaps } = outcome;
  const figures = [
    [clients, 7],
    [outcome.rounds, 8],
    [winners, 9],
    [conflicts, 11],
    [errors, 8],
    [overlaps, 10],
    [circles, 11],
    [seconds, 9],
  ] as const;
  console.log(name.padEnd(28) + figures.map(([figure, width]) => String(figure).padStart(width)).join(''));
  for (const what of outcome.broken) console.log(`  ${what}`);
  broken += outcome.broken.length + circles;
}

for (const count of [2, 4, 8, MAX_RANGES]) {
  const racers = everybody.slice(0, count);
  await race('the same half-hour', count, () => forTheSameSlot(field, racers, rounds));
}
for (const count of [2, 4, 8, MAX_RANGES]) {
  const racers = everybody.slice(0, count);
  await race('stretches that overlap', count, () => forOverlappingRanges(field, racers, rounds));
}
const [spender] = everybody as [Contender];
for (const calls of [2, MAX_RANGES]) {
  const purse = { calls, halfPoints: calls === 2 ? 1 : 5, rounds };
  await race('one purse', calls, () => forOneBalance(field, spender, urls, purse));
}
await close();
console.log(broken === 0 ? 'every promise was kept' : `${broken} promises were broken`);
process.exit(broken === 0 ? 0 : 1);
