import { setTimeout as delay } from 'node:timers/promises';
import { checkBookings, type BookingCheck } from './visitors/checkBookings.ts';
import type { Drill } from './drill.ts';
import { startTestbed, POINTS, type Testbed } from './testbed.ts';
import type { Load } from './visitors/load.ts';

/** Between two failures. */
const DELAY_MS = 1_000;
/** A server without a booking within this time after a failure does not recover, in milliseconds. */
const RECOVERY_TIMEOUT_MS = 60_000;

/** All numbers except times and bookings must be 0. */
export interface DrillResult extends BookingCheck {
  readonly crashes: number;
  readonly timeouts: number;
  readonly acknowledged: number;
  /** From the end of each failure until every server confirmed a booking, in milliseconds. */
  readonly recoveries: readonly number[];
  /** All other problems as text. */
  readonly problems: readonly string[];
}

/** Waits until every target has confirmed a booking after `since`. Returns the time, or null without recovery. */
async function waitForRecovery(
  load: Load,
  { servers, targets }: Pick<Testbed, 'servers' | 'targets'>,
  since: number,
): Promise<number | null> {
  while (performance.now() - since < RECOVERY_TIMEOUT_MS) {
    const booked = targets.map((target) => load.lastBooked(target));
    if (booked.every((instant) => instant > since)) return Math.max(...booked) - since;
    if (servers.some(({ crashed }) => crashed)) return null;
    await delay(10);
  }
  return null;
}

/** Causes a failure several times during bookings, and returns the result. */
export async function runDrill(drill: Drill, times: number): Promise<DrillResult> {
  const { options, cleanUp } = drill.prepare?.() ?? { options: {}, cleanUp: () => undefined };
  const testbed = await startTestbed(options);
  try {
    const load = testbed.startLoad();
    const recoveries: number[] = [];
    const problems: string[] = [];
    let crashes = 0;
    for (let round = 0; round < times; round += 1) {
      await delay(DELAY_MS);
      problems.push(...((await drill.fail(testbed, load, round)) ?? []));
      const recoveryTime = await waitForRecovery(load, testbed, performance.now());
      if (recoveryTime !== null) recoveries.push(recoveryTime);
      for (const server of testbed.servers) {
        if (!server.crashed) continue;
        crashes += 1;
        await server.start();
      }
      if (recoveryTime === null && crashes === 0)
        problems.push(`round ${round + 1}: no recovery within a minute`);
    }
    await load.stop();
    const { timeouts, unexpected } = load;
    const acknowledged = [...load.acknowledged, ...testbed.acknowledged];
    problems.push(...unexpected);
    const found = await checkBookings(testbed.open.database, acknowledged, POINTS);
    return { ...found, crashes, timeouts, acknowledged: acknowledged.length, recoveries, problems };
  } finally {
    await testbed.close();
    await cleanUp();
  }
}
