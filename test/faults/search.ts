import * as fc from 'fast-check';
import { formatSequence, sequences, type Command, type Sequence } from './commands.ts';
import { countOutcomes, violationsAfterDraining, violationsBeforeDraining } from './invariant.ts';
import { play } from './play.ts';
import { drain } from './drain.ts';
import type { Simulation } from './simulation.ts';

export interface SearchOptions {
  readonly runs: number;
  readonly seed: number;
  /** From the report of a failing sequence. */
  readonly path?: string | undefined;
  /** Play only sequences with this command. */
  readonly having?: Command['do'] | undefined;
  /** Do not look for the shortest failing sequence. */
  readonly stopAtFailure?: boolean;
  /** Called after every sequence. */
  readonly progress?: (sequences: number) => void;
  /** Is called with the violations of the first failing sequence. Shrinking it takes long. */
  readonly onFailure?: (wrong: string) => void;
}

export interface SearchResult {
  readonly sequences: number;
  readonly commands: number;
  /** Occurrences of each event. */
  readonly happened: Readonly<Record<string, number>>;
  /** In how many sequences a kind of command had each outcome. */
  readonly reached: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The shortest failing sequence, its violations and how to reproduce it; null without one. */
  readonly counterexample: { readonly text: string; readonly wrong: string; readonly replay: string } | null;
}

class Violation extends Error {
  override readonly name = 'Violation';
}

const textOf = (error: unknown): string =>
  error instanceof Violation ? error.message : String((error as Error)?.stack ?? error);

/** Plays and drains a sequence. Throws the violated invariants. */
async function playAndCheck(simulation: Simulation, sequence: Sequence): Promise<void> {
  await play(simulation, sequence);
  const violationsBefore = await violationsBeforeDraining(simulation);
  if (violationsBefore.length > 0) throw new Violation(violationsBefore.join('\n'));
  await drain(simulation, sequence.drainOptions);
  await countOutcomes(simulation);
  const wrong = await violationsAfterDraining(simulation);
  if (wrong.length > 0) throw new Violation(wrong.join('\n'));
}

/** Plays random sequences, and shrinks one that violates an invariant. */
export async function search(
  simulation: Simulation,
  { runs, seed, path, having, stopAtFailure = false, progress, onFailure }: SearchOptions,
): Promise<SearchResult> {
  let played = 0;
  let commands = 0;
  let hasFailed = false;
  const chosen = sequences.filter(
    ({ steps }) => having === undefined || steps.some(({ command }) => command.do === having),
  );
  const property = fc.asyncProperty(chosen, async (sequence: Sequence) => {
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
    endOnFailure: stopAtFailure,
  });
  const counts = {
    sequences: played,
    commands,
    happened: Object.fromEntries(simulation.happened),
    reached: Object.fromEntries(
      [...simulation.reached].map(([kind, outcomes]) => [kind, Object.fromEntries(outcomes)]),
    ),
  };
  if (!result.failed || !result.counterexample) return { ...counts, counterexample: null };
  const error = result.errorInstance;
  return {
    ...counts,
    counterexample: {
      text: formatSequence(result.counterexample[0]),
      wrong: textOf(error),
      replay: [
        `npm run faults -- --seed ${result.seed} --path ${result.counterexamplePath ?? ''}`,
        ...(having === undefined ? [] : [`--having '${having}'`]),
      ].join(' '),
    },
  };
}
