import * as fc from 'fast-check';
import { describe, sequences, type Sequence } from './commands.ts';
import { countEndings, violations, violationsNow } from './invariant.ts';
import { play } from './play.ts';
import { drain } from './drain.ts';
import type { Simulation } from './simulation.ts';

export interface Search {
  readonly runs: number;
  readonly seed: number;
  /** Where in the seed's sequences to begin, as in the report of a failure. */
  readonly path?: string | undefined;
  /** Called after every sequence. */
  readonly progress?: (sequences: number) => void;
  /** Called with what is wrong after the first sequence that fails, before a shorter one is looked for, which takes long. */
  readonly onFailure?: (wrong: string) => void;
}

export interface Found {
  readonly sequences: number;
  readonly commands: number;
  /** The number of occurrences of each event. */
  readonly happened: Readonly<Record<string, number>>;
  /** The shortest failing sequence, its violations and how to reproduce it; null without one. */
  readonly counterexample: { readonly text: string; readonly wrong: string; readonly replay: string } | null;
}

class Violation extends Error {
  override readonly name = 'Violation';
}

const textOf = (error: unknown): string =>
  error instanceof Violation ? error.message : String((error as Error)?.stack ?? error);

/** Plays a sequence and lets it end; throws what is wrong after it. */
async function playAndCheck(simulation: Simulation, sequence: Sequence): Promise<void> {
  await play(simulation, sequence);
  const broken = await violationsNow(simulation);
  if (broken.length > 0) throw new Violation(broken.join('\n'));
  await drain(simulation, sequence.rest);
  await countEndings(simulation);
  const wrong = await violations(simulation);
  if (wrong.length > 0) throw new Violation(wrong.join('\n'));
}

/** Tries random sequences, and shrinks one that violates an invariant. */
export async function search(
  simulation: Simulation,
  { runs, seed, path, progress, onFailure }: Search,
): Promise<Found> {
  let played = 0;
  let commands = 0;
  let hasFailed = false;
  const property = fc.asyncProperty(sequences, async (sequence: Sequence) => {
    played += 1;
    commands += sequence.steps.length;
    progress?.(played);
    try {
      await playAndCheck(simulation, sequence);
    } catch (error) {
      if (!hasFailed) onFailure?.(textOf(error));
      hasFailed = true;
      throw error;
    }
  });
  const result = await fc.check(property, {
    numRuns: runs,
    seed,
    ...(path !== undefined && { path }),
    endOnFailure: false,
  });
  const counts = { sequences: played, commands, happened: Object.fromEntries(simulation.happened) };
  if (!result.failed || !result.counterexample) return { ...counts, counterexample: null };
  const error = result.errorInstance;
  return {
    ...counts,
    counterexample: {
      text: describe(result.counterexample[0]),
      wrong: textOf(error),
      replay: `npm run faults -- --seed ${result.seed} --path ${result.counterexamplePath ?? ''}`,
    },
  };
}
