import { setTimeout as delay } from 'node:timers/promises';
import type { Failure } from '../../../machines/failure.ts';
import type { Gate } from './gates.ts';
import type { World } from './world.ts';

/** How often a call is made before its failure counts, and the longest pause between two (machines/retry.ts). */
const MOST_CALLS = 4;
const BEFORE_RETRY_MS = 8_000;
/** How long an answer takes to reach the page. */
const ANSWER_MS = 50;

/** Answers a call that is repeated; a transient failure counts only when the last try has it as well. */
export async function failAtLast(
  world: World,
  gate: Gate,
  failure: Failure,
  answer: () => Promise<void>,
): Promise<void> {
  const calls = gate.answered + MOST_CALLS;
  await answer();
  while (failure.isTransient && gate.answered < calls) {
    await delay(ANSWER_MS);
    await world.pass(BEFORE_RETRY_MS);
  }
}
