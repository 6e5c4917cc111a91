import { setTimeout as delay } from 'node:timers/promises';
import type { Failure } from '../../../machines/failure.ts';
import type { Gate } from './gates.ts';
import type { World } from './world.ts';

/** How often a call is made before its failure counts, and the longest pause between two (machines/retry.ts). */
const MAX_CALLS = 4;
const LONGEST_PAUSE_MS = 8_000;
/** How long an answer takes to reach the page. */
const RESPONSE_MS = 50;

/** Answers a call that is repeated; a transient failure counts only when the last try has it as well. */
export async function exhaustRetries(
  world: World,
  gate: Gate,
  failure: Failure,
  respond: () => Promise<void>,
): Promise<void> {
  const lastCall = gate.responseCount + MAX_CALLS;
  await respond();
  while (failure.isTransient && gate.responseCount < lastCall) {
    await delay(RESPONSE_MS);
    await world.advanceClock(LONGEST_PAUSE_MS);
  }
}
