import { type Definition, type Line, NAMED } from './definition.ts';
import { groupBy, lineKey } from './merge.ts';

type Name = readonly [from: string, to: string];

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** By path, what a state is without its name. */
function signatures({ lines }: Definition): Map<string, string> {
  const states = groupBy(
    lines.filter(({ state }) => state !== NAMED),
    ({ state }) => state,
  );
  return new Map(
    [...states].map(([path, facts]) => {
      const inner = [...states.keys()].filter((other) => other !== '' && parentOf(other) === path);
      const content = [
        [parentOf(path)],
        inner,
        facts.map(({ key, kind, text, targets }) => [key, kind, text, targets]),
      ];
      const withoutName = (_key: string, value: unknown) =>
        typeof value === 'string' && `${value}.`.startsWith(`${path}.`)
          ? `·${value.slice(path.length)}`
          : value;
      return [path, JSON.stringify(content, withoutName)];
    }),
  );
}

/** Names that only one version has, with a signature that exactly one name of each version has. */
function renamed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Name[] {
  const [removed, added] = [
    groupBy(
      [...before].filter(([name]) => !after.has(name)),
      ([, signature]) => signature,
    ),
    groupBy(
      [...after].filter(([name]) => !before.has(name)),
      ([, signature]) => signature,
    ),
  ];
  return [...removed].flatMap(([signature, names]): Name[] => {
    const [[from] = [], [to] = []] = [names[0], added.get(signature)?.[0]];
    const isOne = names.length === 1 && added.get(signature)?.length === 1;
    return isOne && from !== undefined && to !== undefined ? [[from, to]] : [];
  });
}

/** Events of the application have their type in all states; delays and ends of actors belong to a state. */
const nameOf = ({ state, key }: Line): string => (key.startsWith('xstate.') ? `${state} ${key}` : key);

/** By name, what an event, a delay or the end of an actor causes. */
function effects({ lines }: Definition, isCounted: (line: Line) => boolean): Map<string, string> {
  const byName = groupBy(
    lines.filter((line) => line.trigger !== null && isCounted(line)),
    nameOf,
  );
  const effectOf = (line: Line) => [
    line.state,
    /^xstate\.(?:after|\w+\.\w+)/.exec(line.key)?.[0],
    lineKey(line),
  ];
  return new Map([...byName].map(([name, caused]) => [name, JSON.stringify(caused.map(effectOf))]));
}

export interface Renames {
  readonly states: readonly Name[];
  /** Types of events. */
  readonly events: readonly Name[];
  /** The old version with the new paths and types. */
  readonly old: Definition;
}

/** A name is new if nothing else has changed; that of an event also if its actions have changed. */
export function renamesBetween(before: Definition, after: Definition): Renames {
  const states = renamed(signatures(before), signatures(after));
  const newPath = (path: string): string => {
    const [from = '', to = path] = states.find(([old]) => `${path}.`.startsWith(`${old}.`)) ?? [path];
    return `${to}${path.slice(from.length)}`;
  };
  let lines = before.lines.map((line) => ({
    ...line,
    state: newPath(line.state),
    targets: line.targets.map(newPath),
  }));
  const triggers: Name[] = [];
  for (const isCounted of [() => true, ({ kind }: Line) => kind === 'way']) {
    const names = new Map(renamed(effects({ ...before, lines }, isCounted), effects(after, isCounted)));
    triggers.push(...names);
    const newKey = (line: Line): string => names.get(nameOf(line))?.replace(/^.* /, '') ?? line.key;
    lines = lines.map((line) => (line.trigger === null ? line : { ...line, key: newKey(line) }));
  }
  return {
    states,
    events: triggers.filter(([from]) => !from.includes(' xstate.')),
    old: { ...before, lines },
  };
}
