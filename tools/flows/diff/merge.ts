import type { Difference } from '../drawing/box.ts';
import { squeezed } from './code.ts';
import type { Definition, Line } from './definition.ts';

export interface CodeDifference {
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

export interface MergedLine extends Line {
  readonly change?: Difference;
  /** The earlier name of the trigger, if it has another one. */
  readonly was: string | null;
  /** Of a line that differs only in its code. */
  readonly differences: readonly CodeDifference[];
}

export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Two lists as one, in which the longest common sequence appears once. Removed items come before added ones. */
export function merged<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): (readonly [before: Item | null, after: Item | null])[] {
  const [old, now] = [before.map(keyOf), after.map(keyOf)];
  const lengths = Array.from({ length: old.length + 1 }, () => now.map(() => 0));
  const length = (from: number, to: number): number => lengths[from]?.[to] ?? 0;
  for (let from = old.length - 1; from >= 0; from--)
    for (let to = now.length - 1; to >= 0; to--)
      (lengths[from] as number[])[to] =
        old[from] === now[to]
          ? length(from + 1, to + 1) + 1
          : Math.max(length(from + 1, to), length(from, to + 1));
  let to = 0;
  const result = before.flatMap((item, from): (readonly [Item | null, Item | null])[] => {
    const start = to;
    while (to < now.length && old[from] !== now[to] && length(from, to + 1) > length(from + 1, to)) to++;
    const added = after.slice(start, to).map((each) => [null, each] as const);
    return [...added, [item, to < now.length && old[from] === now[to] ? (after[to++] ?? null) : null]];
  });
  return [...result, ...after.slice(to).map((each) => [null, each] as const)];
}

export const lineKey = ({ kind, text, targets }: Line): string => [kind, text, ...targets].join(' → ');

/** What `setup` gives a name to has lines of its own. */
const isNamed = (title: string): boolean => /^(?:action|actor|delay|guard) /.test(title);

/** Code that only the old version uses is left out if the code that used it is there. */
function differencesOf(before: Line, after: Line): CodeDifference[] {
  const [old, now] = [new Map(before.code), new Map(after.code)];
  const all = [...new Set([...now.keys(), ...old.keys()])]
    .map((title) => ({ title, before: old.get(title) ?? '', after: now.get(title) ?? '' }))
    .filter((each) => squeezed(each.before) !== squeezed(each.after));
  const inBoth = all.filter((each) => each.before !== '' && each.after !== '');
  return inBoth.length === 0
    ? all
    : all.filter(
        ({ title, before: was, after: is }) =>
          is !== '' && (was !== '' || !(isNamed(title) || title.includes(' of '))),
      );
}

/** All lines of both versions in groups, whose order does not count. */
export function mergeDefinitions(before: Definition, after: Definition): MergedLine[][] {
  const placeOf = ({ state, key }: Line): string => `${state} ${key}`;
  const [old, now] = [groupBy(before.lines, placeOf), groupBy(after.lines, placeOf)];
  return [...new Set([...now.keys(), ...old.keys()])].map((place) =>
    merged(old.get(place) ?? [], now.get(place) ?? [], lineKey).map(([one, other]): MergedLine => {
      const line = (other ?? one) as Line;
      if (one === null || other === null)
        return { ...line, was: null, differences: [], change: one === null ? 'added' : 'removed' };
      const differences = differencesOf(one, other);
      const was = one.trigger === other.trigger ? null : one.trigger;
      return { ...line, was, differences, ...(differences.length > 0 && { change: 'changed' }) };
    }),
  );
}

export const differs = (group: readonly MergedLine[]): boolean =>
  group.some(({ change, was }) => change !== undefined || was !== null);
