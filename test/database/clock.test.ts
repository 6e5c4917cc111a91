import { expect, test } from 'vitest';
import { databaseClock } from '../../server/platform/database/clock.ts';

const NOON = Date.parse('2026-03-02T06:30:00Z');
const MINUTE = 60_000;

/** A server machine and its database with simulated clocks. Reading the database's time takes `roundTrip` ms, half each way. */
function simulateClocks() {
  const state = {
    database: NOON,
    /** Milliseconds. */
    dateError: 0,
    monotonic: 5_000,
    roundTrip: 0,
    isUnreachable: false,
    reads: 0,
  };
  const advance = (ms: number) => {
    state.database += ms;
    state.monotonic += ms;
  };
  const deps = {
    async readTime() {
      state.reads += 1;
      if (state.isUnreachable) throw new Error('away');
      advance(state.roundTrip / 2);
      const time = state.database;
      advance(state.roundTrip / 2);
      return time;
    },
    monotonic: () => state.monotonic,
    machineDate: () => NOON + state.dateError + state.monotonic - 5_000,
  };
  return { state, advance, deps };
}

test.each([-14 * MINUTE, 0, 14 * MINUTE])(
  'the clock does not depend on the machine’s date, which is wrong by %i ms',
  async (wrongBy) => {
    const { state, advance, deps } = simulateClocks();
    state.dateError = wrongBy;
    const { now } = await databaseClock(deps);
    expect(now()).toBe(NOON);
    advance(10 * MINUTE);
    expect(now()).toBe(NOON + 10 * MINUTE);
  },
);

test('the clock is right within half a round trip, the shortest of those at the start', async () => {
  const { state, deps } = simulateClocks();
  const trips = [400, 20, 900];
  const clock = await databaseClock({
    ...deps,
    readTime() {
      state.roundTrip = trips.shift() ?? 0;
      return deps.readTime();
    },
  });
  expect(Math.abs(clock.now() - state.database)).toBeLessThanOrEqual(10);
});

test('a slow response that agrees with the clock does not change it', async () => {
  const { state, advance, deps } = simulateClocks();
  let returnDelay = 0;
  const { now, synchronise } = await databaseClock({
    ...deps,
    async readTime() {
      const time = state.database;
      advance(returnDelay);
      return time;
    },
  });
  returnDelay = 2_000;
  await synchronise();
  expect(now()).toBe(state.database);
});

test('a change of the machine’s date does not change the clock, and triggers one synchronisation', async () => {
  const { state, deps } = simulateClocks();
  const { now } = await databaseClock(deps);
  const before = state.reads;
  state.dateError = 14 * MINUTE;
  expect(now()).toBe(NOON);
  expect(now()).toBe(NOON);
  await Promise.resolve();
  expect(state.reads).toBe(before + 1);
});

test('after the machine was suspended, a synchronisation corrects the clock', async () => {
  const { state, deps } = simulateClocks();
  const { now, synchronise } = await databaseClock(deps);
  // The monotonic clock stood still during the suspension.
  state.database += 14 * MINUTE;
  state.dateError = 14 * MINUTE;
  now();
  await synchronise();
  expect(now()).toBe(NOON + 14 * MINUTE);
});

test('the clock runs on while the database is unreachable, and a synchronisation fails', async () => {
  const { state, advance, deps } = simulateClocks();
  const { now, synchronise } = await databaseClock(deps);
  state.isUnreachable = true;
  advance(60 * MINUTE);
  await expect(synchronise()).rejects.toThrow('away');
  expect(now()).toBe(NOON + 60 * MINUTE);
});

test.each([-5 * MINUTE, 5 * MINUTE])(
  'the clock follows a replaced database whose clock differs by %i ms',
  async (difference) => {
    const { state, advance, deps } = simulateClocks();
    const { now, synchronise } = await databaseClock(deps);
    advance(MINUTE);
    state.database += difference;
    await synchronise();
    expect(now()).toBe(NOON + MINUTE + difference);
  },
);

test('no clock is created when the database is unreachable', async () => {
  const { state, deps } = simulateClocks();
  state.isUnreachable = true;
  await expect(databaseClock(deps)).rejects.toThrow('away');
});
