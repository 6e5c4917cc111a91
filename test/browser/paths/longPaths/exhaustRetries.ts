import { setTimeout as delay } from 'node:timers/promises';
import type { Failure } from '../../../../machines/engine/failure.ts';
import type { Gate } from '../page/gates.ts';
import type { World } from '../page/world.ts';

/** Attempts before a call has failed, and the longest pause between two (machines/engine/retry.ts). */
const MAX_CALLS = 4;
const LONGEST_PAUSE_MS = 8_000;
/** A response usually reaches the page within this time, and a repeated call the gate within the second one. */
const RESPONSE_MS = 50;
const CALL_MS = 5_000;

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
    const { responseCount } = gate;
    await delay(RESPONSE_MS);
    await world.advanceClock(LONGEST_PAUSE_MS);
    // More time must not pass while the call is made: the message about the last failure would be gone before it is seen.
    for (let waited = 0; gate.responseCount === responseCount && waited < CALL_MS; waited += RESPONSE_MS)
      await delay(RESPONSE_MS);
  }
}
