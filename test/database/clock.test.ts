import { expect, test } from 'vitest';
import { databaseClock } from '../../server/database/clock.ts';

const NOON = Date.parse('2026-03-02T06:30:00Z');
const MINUTE = 60_000;

/** A machine and its database, whose clocks a test moves. A question takes `trip` milliseconds, half of them each way. */
function machine() {
  const world = {
    database: NOON,
    /** Of the machine's date. */
    wrongBy: 0,
    monotonic: 5_000,
    trip: 0,
    isAway: false,
    asked: 0,
  };
  const pass = (ms: number) => {
    world.database += ms;
    world.monotonic += ms;
  };
  const deps = {
    async readTime() {
      world.asked += 1;
      if (world.isAway) throw new Error('away');
      pass(world.trip / 2);
      const time = world.database;
      pass(world.trip / 2);
      return time;
    },
    monotonic: () => world.monotonic,
    machineDate: () => NOON + world.wrongBy + world.monotonic - 5_000,
  };
  return { world, pass, deps };
}

test.each([-14 * MINUTE, 0, 14 * MINUTE])(
  'the date of the machine does not matter: wrong by %i ms',
  async (wrongBy) => {
    const { world, pass, deps } = machine();
    world.wrongBy = wrongBy;
    const { now } = await databaseClock(deps);
    expect(now()).toBe(NOON);
    pass(10 * MINUTE);
    expect(now()).toBe(NOON + 10 * MINUTE);
  },
);

test('it is right within half a round trip, and the shortest trip of the start counts', async () => {
  const { world, deps } = machine();
  const trips = [400, 20, 900];
  const clock = await databaseClock({
    ...deps,
    readTime() {
      world.trip = trips.shift() ?? 0;
      return deps.readTime();
    },
  });
  expect(Math.abs(clock.now() - world.database)).toBeLessThanOrEqual(10);
});

test('an answer that took long and agrees does not move it', async () => {
  const { world, pass, deps } = machine();
  let wayBack = 0;
  const { now, synchronise } = await databaseClock({
    ...deps,
    async readTime() {
      const time = world.database;
      pass(wayBack);
      return time;
    },
  });
  wayBack = 2_000;
  await synchronise();
  expect(now()).toBe(world.database);
});

test('a date that is set is noticed, changes nothing, and makes it ask', async () => {
  const { world, deps } = machine();
  const { now } = await databaseClock(deps);
  const before = world.asked;
  world.wrongBy = 14 * MINUTE;
  expect(now()).toBe(NOON);
  expect(now()).toBe(NOON);
  await Promise.resolve();
  expect(world.asked).toBe(before + 1);
});

test('a machine that was suspended is right again once it has asked', async () => {
  const { world, deps } = machine();
  const { now, synchronise } = await databaseClock(deps);
  // Its monotonic clock stood still meanwhile.
  world.database += 14 * MINUTE;
  world.wrongBy = 14 * MINUTE;
  now();
  await synchronise();
  expect(now()).toBe(NOON + 14 * MINUTE);
});

test('while the database is away it goes on, and asking again fails', async () => {
  const { world, pass, deps } = machine();
  const { now, synchronise } = await databaseClock(deps);
  world.isAway = true;
  pass(60 * MINUTE);
  await expect(synchronise()).rejects.toThrow('away');
  expect(now()).toBe(NOON + 60 * MINUTE);
});

test.each([-5 * MINUTE, 5 * MINUTE])(
  'it follows a database that was replaced by one whose clock differs by %i ms',
  async (difference) => {
    const { world, pass, deps } = machine();
    const { now, synchronise } = await databaseClock(deps);
    pass(MINUTE);
    world.database += difference;
    await synchronise();
    expect(now()).toBe(NOON + MINUTE + difference);
  },
);

test('it is not there before the database has answered', async () => {
  const { world, deps } = machine();
  world.isAway = true;
  await expect(databaseClock(deps)).rejects.toThrow('away');
});
