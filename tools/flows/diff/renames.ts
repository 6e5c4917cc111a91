import type { Definition, Group, Line, StateDefinition } from './definition.ts';
import { lineKey } from './merge.ts';

type Name = readonly [from: string, to: string];

const keyOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** A state without its name. */
const signatureOf = ({ path, groups }: StateDefinition, { states }: Definition): string =>
  JSON.stringify(
    [
      parentOf(path).split('.'),
      groups.map(({ key, lines }) => [
        key.split('@'),
        lines.map(({ kind, text, targets }) => [kind, text, targets]),
      ]),
      states.flatMap((inner) => (inner.path && parentOf(inner.path) === path ? [keyOf(inner.path)] : [])),
    ],
    (_key, value: unknown) =>
      typeof value === 'string' && `${value}.`.startsWith(`${path}.`)
        ? `·${value.slice(path.length)}`
        : value,
  );

/** Names that only one version has, with a signature that exactly one name of each version has. */
function renamed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Name[] {
  const [removed, added] = [
    [...before].filter(([name]) => !after.has(name)),
    [...after].filter(([name]) => !before.has(name)),
  ];
  return removed.flatMap(([from, signature]): Name[] => {
    const [same, candidates] = [removed, added].map((names) => names.filter((each) => each[1] === signature));
    const [to] = candidates?.[0] ?? [];
    return to !== undefined && same?.length === 1 && candidates?.length === 1 ? [[from, to]] : [];
  });
}

const newName = (names: readonly Name[], name: string): string => {
  const [from = '', to = name] = names.find(([old]) => name === old || name.startsWith(`${old}.`)) ?? [name];
  return `${to}${name.slice(from.length)}`;
};

/** With new paths of states. */
function withPaths(definition: Definition, names: readonly Name[]): Definition {
  const changed = ({ key, trigger, lines }: Group): Group => {
    const [type = '', path] = key.split('@');
    return {
      key: path === undefined ? key : `${type}@${newName(names, path)}`,
      trigger,
      lines: lines.map((line) => ({
        ...line,
        targets: line.targets.map((target) => newName(names, target)),
      })),
    };
  };
  const states = definition.states.map(({ path, groups }) => ({
    path: newName(names, path),
    groups: groups.map(changed),
  }));
  return { ...definition, states };
}

/** What an event, a delay or the end of an actor causes. The kind of the trigger counts too: 'xstate.after'. */
function effects({ states }: Definition, isCounted: (line: Line) => boolean): Map<string, string> {
  const byKey = new Map<string, string>();
  for (const { path, groups } of states)
    for (const { key, trigger, lines } of groups) {
      if (trigger === null) continue;
      const kind = /^xstate\.(?:after|\w+\.\w+)/.exec(key)?.[0];
      const effect = JSON.stringify([path, kind, lines.filter(isCounted).map(lineKey)]);
      byKey.set(key, (byKey.get(key) ?? '') + effect);
    }
  return byKey;
}

export interface Renames {
  readonly states: readonly Name[];
  /** Types of events and of the ends of actors, and delays. */
  readonly triggers: readonly Name[];
  /** The old version with the new paths and types. */
  readonly old: Definition;
}

/** A name is new if nothing else has changed; that of an event also if its actions have changed. */
export function renamesBetween(before: Definition, after: Definition): Renames {
  const signatures = (of: Definition) =>
    new Map(of.states.map((state) => [state.path, signatureOf(state, of)]));
  const states = renamed(signatures(before), signatures(after));
  const triggers: Name[] = [];
  let old = withPaths(before, states);
  for (const isCounted of [() => true, ({ kind }: Line) => kind === 'way']) {
    const names = new Map(renamed(effects(old, isCounted), effects(after, isCounted)));
    triggers.push(...names);
    const change = (group: Group): Group => ({ ...group, key: names.get(group.key) ?? group.key });
    old = { ...old, states: old.states.map(({ path, groups }) => ({ path, groups: groups.map(change) })) };
  }
  return { states, triggers, old };
}
