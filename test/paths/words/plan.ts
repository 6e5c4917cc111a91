import { type Plan, planFormats } from '../../../tools/flows/plan.ts';
import { longPathsOf } from '../paths.ts';
import { words } from './all.ts';
import { pathInWords, type PathWords } from './words.ts';

/* The plan for people: the paths that the path tests in browsers play, in the words that these tests execute. */

export const planOf = (described: PathWords): Plan => ({
  name: described.name,
  about: described.about,
  paths: longPathsOf(described.model, described.longPaths).paths.map((path) => pathInWords(described, path)),
});

export interface PrintedPlan {
  readonly text: string;
  /** Machines without words, in one line; null when all have words. */
  readonly note: string | null;
}

/** Null for an unknown format. */
export function printPlan(names: readonly string[], format: string): PrintedPlan | null {
  const write = Object.hasOwn(planFormats, format) ? planFormats[format] : undefined;
  if (write === undefined) return null;
  const plans = names.flatMap((name) => words[name] ?? []).map(planOf);
  const wordless = names.filter((name) => !Object.hasOwn(words, name));
  return {
    text: plans.length === 0 ? '' : write(plans),
    note:
      wordless.length === 0
        ? null
        : `Without a plan, because no words say what a person does and sees: ${wordless.join(', ')}.`,
  };
}
