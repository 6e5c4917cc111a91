import * as fc from 'fast-check';
import { describe, sequences, type Sequence } from './commands.ts';
import { countEndings, violations, violationsNow } from './invariant.ts';
import { play } from './play.ts';
import { drain } from './drain.ts';
import type { World } from './world.ts';

export interface Search {
  readonly runs: number;
  readonly seed: number;
  /** Where in the seed's sequences to begin, as a failure told. */
  readonly path?: string | undefined;
  /** Called after every sequence. */
  readonly progress?: (sequences: number) => void;
}

export interface Found {
  readonly sequences: number;
  readonly commands: number;
  /** How often what happened in them. */
  readonly happened: Readonly<Record<string, number>>;
  /** The shortest sequence that breaks something, what it breaks and how to see it again; null when nothing does. */
  readonly counterexample: { readonly text: string; readonly wrong: string; readonly replay: string } | null;
}

class Violation extends Error {
  override readonly name = 'Violation';
}

/** Tries random sequences; one that breaks a law is made as short as it can be. */
export async function search(world: World, { runs, seed, path, progress }: Search): Promise<Found> {
  let played = 0;
  let commands = 0;
  const property = fc.asyncProperty(sequences, async (sequence: Sequence) => {
    played += 1;
    commands += sequence.steps.length;
    progress?.(played);
    await play(world, sequence);
    const broken = await violationsNow(world);
    if (broken.length > 0) throw new Violation(broken.join('\n'));
    await drain(world, sequence.rest);
    await countEndings(world);
    const wrong = await violations(world);
    if (wrong.length > 0) throw new Violation(wrong.join('\n'));
  });
  const result = await fc.check(property, {
    numRuns: runs,
    seed,
    ...(path !== undefined && { path }),
    endOnFailure: false,
  });
  const counts = { sequences: played, commands, happened: Object.fromEntries(world.happened) };
  if (!result.failed || !result.counterexample) return { ...counts, counterexample: null };
  const error = result.errorInstance;
  return {
    ...counts,
    counterexample: {
      text: describe(result.counterexample[0]),
      wrong: error instanceof Violation ? error.message : String((error as Error)?.stack ?? error),
      replay: `npm run faults -- --seed ${result.seed} --path ${result.counterexamplePath ?? ''}`,
    },
  };
}
