import type { Difference } from '../drawing/box.ts';
import { squeezed } from './code.ts';
import type { Definition, Group, Line, StateDefinition } from './definition.ts';
import type { Renames } from './renames.ts';

/** Two lists as one, in which the longest common sequence appears once. Removed items come before added ones. */
export function merged<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): [before: Item | null, after: Item | null][] {
  const [old, now] = [before.map(keyOf), after.map(keyOf)];
  const lengths = [...old, ''].map(() => Array.from({ length: now.length + 1 }, () => 0));
  const length = (from: number, to: number): number => lengths[from]?.[to] ?? 0;
  for (let from = old.length - 1; from >= 0; from--)
    for (let to = now.length - 1; to >= 0; to--)
      (lengths[from] as number[])[to] =
        old[from] === now[to]
          ? length(from + 1, to + 1) + 1
          : Math.max(length(from + 1, to), length(from, to + 1));
  const result: [Item | null, Item | null][] = [];
  let [from, to] = [0, 0];
  while (from < old.length || to < now.length) {
    const isSame = from < old.length && to < now.length && old[from] === now[to];
    const isRemoved =
      !isSame && from < old.length && (to === now.length || length(from + 1, to) >= length(from, to + 1));
    result.push([
      isSame || isRemoved ? (before[from] ?? null) : null,
      isRemoved ? null : (after[to] ?? null),
    ]);
    if (isSame || isRemoved) from++;
    if (!isRemoved) to++;
  }
  return result;
}

export interface CodeDifference {
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

export interface MergedLine extends Line {
  readonly change?: Difference;
  /** Of a line that differs only in its code. */
  readonly differences: readonly CodeDifference[];
}

export interface MergedGroup {
  readonly trigger: string | null;
  /** The old name of the trigger, also that of the same delay with another number. */
  readonly was: string | null;
  readonly lines: readonly MergedLine[];
}

export interface MergedState {
  readonly path: string;
  /** The old path of a renamed state. */
  readonly was: string | null;
  readonly change?: Difference;
  /** Those that differ; all of a new or a removed state. */
  readonly groups: readonly MergedGroup[];
  readonly hiddenTriggers: number;
}

export const lineKey = ({ kind, text, targets }: Line): string => [kind, text, ...targets].join(' → ');

const differencesOf = (before: Line, after: Line): CodeDifference[] => {
  const [old, now] = [new Map(before.code), new Map(after.code)];
  return [...new Set([...now.keys(), ...old.keys()])]
    .map((title) => ({ title, before: old.get(title) ?? '', after: now.get(title) ?? '' }))
    .filter((each) => squeezed(each.before) !== squeezed(each.after));
};

export const mergeLines = (before: readonly Line[], after: readonly Line[]): MergedLine[] =>
  merged(before, after, lineKey).map(([old, now]): MergedLine => {
    const differences = old && now ? differencesOf(old, now) : [];
    const change =
      old === null ? 'added' : now === null ? 'removed' : differences.length > 0 ? 'changed' : undefined;
    return { ...((now ?? old) as Line), differences, ...(change && { change }) };
  });

/** In the order of the new version, with what it has no longer at the end. */
function inPairs<Item>(before: readonly Item[], after: readonly Item[], keyOf: (item: Item) => string) {
  const old = new Map(before.map((item) => [keyOf(item), item]));
  const now = new Set(after.map(keyOf));
  return [
    ...after.map((item): [Item | null, Item | null] => [old.get(keyOf(item)) ?? null, item]),
    ...before.filter((item) => !now.has(keyOf(item))).map((item): [Item | null, Item | null] => [item, null]),
  ];
}

export const mergeStates = ({ states, old }: Renames, after: Definition): MergedState[] =>
  inPairs(old.states, after.states, ({ path }) => path).map(([one, other]): MergedState => {
    const { path } = (other ?? one) as StateDefinition;
    const was = states.find(([, to]) => to === path)?.[0] ?? null;
    const all = inPairs(one?.groups ?? [], other?.groups ?? [], ({ key }) => key).map(mergeGroup);
    const groups = all.filter(
      (group) => group.was !== null || group.lines.some(({ change }) => change !== undefined),
    );
    const isChanged = groups.length > 0 || was !== null;
    const change = one === null ? 'added' : other === null ? 'removed' : isChanged ? 'changed' : undefined;
    const countTriggers = (of: readonly MergedGroup[]) => of.filter(({ trigger }) => trigger !== null).length;
    return {
      path,
      was,
      groups,
      hiddenTriggers: countTriggers(all) - countTriggers(groups),
      ...(change && { change }),
    };
  });

function mergeGroup([old, now]: readonly [Group | null, Group | null]): MergedGroup {
  const { trigger } = (now ?? old) as Group;
  const lines = mergeLines(old?.lines ?? [], now?.lines ?? []);
  const isRenamed = old !== null && now !== null && old.trigger !== now.trigger;
  return { trigger, lines, was: isRenamed ? old.trigger : null };
}
