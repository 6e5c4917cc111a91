/** A path and the ids of all that it passes. */
export interface Candidate<P> {
  readonly path: P;
  readonly seen: readonly string[];
}

/** What another start of the machine costs, in events: few longer paths are better than many short ones. */
const START_COST = 4;

/**
 * Of many paths a few that together pass everything: the next one kept is always that which passes most that is new for its
 * length. Candidates of a later group are looked at for what all earlier groups leave out.
 */
export function fewest<P extends { readonly events: readonly unknown[] }>(
  groups: readonly (readonly Candidate<P>[])[],
): { readonly kept: P[]; readonly passed: ReadonlySet<string> } {
  const passed = new Set<string>();
  const kept: P[] = [];
  for (const group of groups) {
    let candidates: readonly Candidate<P>[] = group;
    while (candidates.length > 0) {
      candidates = candidates
        .map(({ path, seen }) => ({ path, seen: seen.filter((id) => !passed.has(id)) }))
        .filter(({ seen }) => seen.length > 0);
      const gain = ({ path, seen }: Candidate<P>): number => seen.length / (path.events.length + START_COST);
      const [first, ...others] = candidates;
      if (first === undefined) break;
      const best = others.reduce((found, other) => (gain(other) > gain(found) ? other : found), first);
      kept.push(best.path);
      for (const id of best.seen) passed.add(id);
    }
  }
  return { kept, passed };
}
