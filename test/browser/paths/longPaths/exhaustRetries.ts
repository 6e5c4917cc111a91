import { setTimeout as delay } from 'node:timers/promises';
import type { Failure } from '../../../../machines/engine/failure.ts';
import type { Gate } from '../page/gates.ts';
import type { World } from '../page/world.ts';

/** Attempts before a call has failed, and the longest pause between two (machines/engine/retry.ts). */
const MAX_CALLS = 4;
const LONGEST_PAUSE_MS = 8_000;
/** A response reaches the page within this time. */
const RESPONSE_MS = 50;

/** Responds to a call with a failure. The site retries the call after a transient failure, so every attempt gets the failure. */
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
