import { setTimeout as delay } from 'node:timers/promises';
import { audit, type Audit } from './audit.ts';
import type { Drill } from './drill.ts';
import { openStage, POINTS, type Stage } from './stage.ts';
import type { Load } from './load.ts';

/** How long the load runs between two troubles, in milliseconds. */
const CALM_MS = 1_000;
/** A server that has not made a booking this long after the trouble does not recover, in milliseconds. */
const NO_RECOVERY_MS = 60_000;

/** What came of a drill. All but the times and the bookings must be none. */
export interface Outcome extends Audit {
  readonly deaths: number;
  readonly hung: number;
  readonly acknowledged: number;
  /** From the end of each trouble until every server made a booking again, in milliseconds. */
  readonly recoveries: readonly number[];
  /** Everything else that must not happen. */
  readonly wrong: readonly string[];
}

/** Waits until each server, or the proxy in front, has made a booking after an instant; null when one does not. */
async function recovery(
  load: Load,
  { servers, targets }: Pick<Stage, 'servers' | 'targets'>,
  since: number,
): Promise<number | null> {
  while (performance.now() - since < NO_RECOVERY_MS) {
    const booked = targets.map((target) => load.lastBooked(target));
    if (booked.every((instant) => instant > since)) return Math.max(...booked) - since;
    if (servers.some(({ died }) => died)) return null;
    await delay(10);
  }
  return null;
}

/** Lets one kind of trouble happen a number of times while visitors book, and counts what came of it. */
export async function rehearse(drill: Drill, times: number): Promise<Outcome> {
  const { options, done } = drill.prepare?.() ?? { options: {}, done: () => undefined };
  const stage = await openStage(options);
  try {
    const load = stage.startLoad();
    const recoveries: number[] = [];
    const wrong: string[] = [];
    let deaths = 0;
    for (let round = 0; round < times; round += 1) {
      await delay(CALM_MS);
      wrong.push(...((await drill.trouble(stage, load, round)) ?? []));
      const took = await recovery(load, stage, performance.now());
      if (took !== null) recoveries.push(took);
      for (const server of stage.servers) {
        if (!server.died) continue;
        deaths += 1;
        await server.start();
      }
      if (took === null && deaths === 0) wrong.push(`round ${round + 1}: no recovery within a minute`);
    }
    await load.stop();
    const { hung, unexpected } = load;
    const acknowledged = [...load.acknowledged, ...stage.acknowledged];
    wrong.push(...unexpected);
    const found = await audit(stage.open.database, acknowledged, POINTS);
    return { ...found, deaths, hung, acknowledged: acknowledged.length, recoveries, wrong };
  } finally {
    await stage.close();
    await done();
  }
}
