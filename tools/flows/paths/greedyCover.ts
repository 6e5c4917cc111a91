/** In events: a few longer paths are better than many short ones. */
const START_COST = 4;

/**
 * A greedy set cover: selects a few paths that together pass everything. The next path is always the one with the most new ids for
 * its length. A later group is used only for ids that all earlier groups leave out.
 */
export function greedyCover<P extends { readonly events: readonly unknown[] }>(
  groups: readonly (readonly { readonly path: P; readonly seen: readonly string[] }[])[],
): { readonly kept: P[]; readonly passed: ReadonlySet<string> } {
  const passed = new Set<string>();
  const kept: P[] = [];
  for (let candidates of groups) {
    while (candidates.length > 0) {
      candidates = candidates
        .map(({ path, seen }) => ({ path, seen: seen.filter((id) => !passed.has(id)) }))
        .filter(({ seen }) => seen.length > 0);
      const gains = candidates.map(({ path, seen }) => seen.length / (path.events.length + START_COST));
      const best = candidates[gains.indexOf(Math.max(...gains))];
      if (best) kept.push(best.path);
      for (const id of best?.seen ?? []) passed.add(id);
    }
  }
  return { kept, passed };
}
