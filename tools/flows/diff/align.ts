import type { GraphTransition } from '../graph.ts';

/** Two versions of one transition; null in the version that does not have it. */
export interface TransitionPair {
  readonly before: GraphTransition | null;
  readonly after: GraphTransition | null;
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, n) => item === other[n]);

/** A transition without a guard counts as 'else'. */
export const guardOf = ({ guard }: GraphTransition): string =>
  guard === null || guard === 'else' ? 'else' : guard;

export const targetsOf = ({ targets, restarts }: GraphTransition): string[] => [
  ...targets.map(({ id }) => id),
  ...(restarts ? ['↻'] : []),
];

/** Below MIN_SIMILARITY the transitions are different ones. */
function similarity(one: GraphTransition, other: GraphTransition): number {
  const guards = guardOf(one) === guardOf(other) ? 4 : 0;
  const targets = isSameList(targetsOf(one), targetsOf(other)) ? 2 : 0;
  return guards + targets + (isSameList(one.actions, other.actions) ? 1 : 0);
}
const MIN_SIMILARITY = 2;

/** Pairs the transitions of an event with their earlier versions, the most similar first. The result has the new order. */
export function alignTransitions(
  before: readonly GraphTransition[],
  after: readonly GraphTransition[],
): TransitionPair[] {
  const candidates = before
    .flatMap((one, from) =>
      after.map((other, to) => ({ one, other, score: similarity(one, other), apart: Math.abs(from - to) })),
    )
    .filter((each) => each.score >= MIN_SIMILARITY)
    .toSorted((a, b) => b.score - a.score || a.apart - b.apart);
  const counterparts = new Map<GraphTransition, GraphTransition>();
  const taken = new Set<GraphTransition>();
  for (const { one, other } of candidates) {
    if (taken.has(one) || counterparts.has(other)) continue;
    counterparts.set(other, one);
    taken.add(one);
  }
  return [
    ...after.map((transition) => ({ before: counterparts.get(transition) ?? null, after: transition })),
    ...before
      .filter((transition) => !taken.has(transition))
      .map((transition) => ({ before: transition, after: null })),
  ];
}

/** Whether the transitions of both versions are evaluated in another order. */
export function isReordered(pairs: readonly TransitionPair[], before: readonly GraphTransition[]): boolean {
  const places = pairs.flatMap((pair) =>
    pair.before !== null && pair.after !== null ? [before.indexOf(pair.before)] : [],
  );
  return places.some((place, n) => n > 0 && place < (places[n - 1] ?? 0));
}
