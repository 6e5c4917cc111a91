import type { Way } from '../graph.ts';

/** Two versions of one transition; null where it is only in the other. */
export interface WayPair {
  readonly before: Way | null;
  readonly after: Way | null;
}

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, n) => item === other[n]);

/** Without a guard or behind all guards is the same question. */
export const guardOf = ({ guard }: Way): string => (guard === null || guard === 'else' ? 'else' : guard);

export const targetsOf = ({ targets, restarts }: Way): string[] => [
  ...targets.map(({ id }) => id),
  ...(restarts ? ['↻'] : []),
];

/** How alike two transitions are; with less than LEAST they are two different ones. */
function likeness(one: Way, other: Way): number {
  const guards = guardOf(one) === guardOf(other) ? 4 : 0;
  const targets = same(targetsOf(one), targetsOf(other)) ? 2 : 0;
  return guards + targets + (same(one.actions, other.actions) ? 1 : 0);
}
const LEAST = 2;

/** Finds for each transition of an event its other version, the most alike first. The order is the later one. */
export function aligned(before: readonly Way[], after: readonly Way[]): WayPair[] {
  const candidates = before
    .flatMap((one, from) =>
      after.map((other, to) => ({ one, other, likeness: likeness(one, other), apart: Math.abs(from - to) })),
    )
    .filter((each) => each.likeness >= LEAST)
    .toSorted((a, b) => b.likeness - a.likeness || a.apart - b.apart);
  const partners = new Map<Way, Way>();
  const taken = new Set<Way>();
  for (const { one, other } of candidates) {
    if (taken.has(one) || partners.has(other)) continue;
    partners.set(other, one);
    taken.add(one);
  }
  return [
    ...after.map((way) => ({ before: partners.get(way) ?? null, after: way })),
    ...before.filter((way) => !taken.has(way)).map((way) => ({ before: way, after: null })),
  ];
}

/** Whether those that are in both versions are asked in another order. */
export function isReordered(pairs: readonly WayPair[], before: readonly Way[]): boolean {
  const places = pairs.flatMap((pair) =>
    pair.before !== null && pair.after !== null ? [before.indexOf(pair.before)] : [],
  );
  return places.some((place, n) => n > 0 && place < (places[n - 1] ?? 0));
}
