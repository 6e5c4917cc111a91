import { type Definition, type Line, NAMED, parentOf } from './definition.ts';
import { groupBy, lineKey } from './merge.ts';

type Name = readonly [from: string, to: string];
type Signatures = readonly (readonly [name: string, signature: string])[];

/** By path, what a state is without its name. */
function signaturesOf({ lines }: Definition): Signatures {
  const states = [...groupBy(lines, ({ state }) => state)].filter(([path]) => path !== NAMED);
  return states.map(([path, facts]) => {
    const inner = states.flatMap(([other]) => (parentOf(other) === path ? [other] : []));
    const withoutName = (key: string, value: unknown) => {
      if (key === 'state' || key === 'code') return undefined;
      const isOwn = typeof value === 'string' && `${value}.`.startsWith(`${path}.`);
      return isOwn ? `·${value.slice(path.length)}` : value;
    };
    return [path, JSON.stringify([parentOf(path), inner, facts], withoutName)];
  });
}

/** Names that only one version has, with a signature that exactly one name of each version has. */
function renamed(before: Signatures, after: Signatures): Name[] {
  const bySignature = (one: Signatures, other: Signatures) => {
    const names = new Set(other.map(([name]) => name));
    return groupBy(
      one.filter(([name]) => !names.has(name)),
      ([, signature]) => signature,
    );
  };
  const added = bySignature(after, before);
  return [...bySignature(before, after)].flatMap(([signature, [removed, ...more]]): Name[] => {
    const [match, ...others] = added.get(signature) ?? [];
    return removed && match && more.length + others.length === 0 ? [[removed[0], match[0]]] : [];
  });
}

/** Events of the application have their type in all states; delays and ends of actors belong to a state. */
const nameOf = ({ state, key }: Line): string => (key.startsWith('xstate.') ? `${state} ${key}` : key);

/** By name, what an event, a delay or the end of an actor causes. */
const effectsOf = (lines: readonly Line[]): Signatures =>
  [
    ...groupBy(
      lines.filter(({ trigger }) => trigger !== null),
      nameOf,
    ),
  ].map(([name, caused]) => {
    const kind = /^xstate\.(?:after|\w+\.\w+)/.exec(caused[0]?.key ?? '')?.[0];
    return [name, JSON.stringify([kind, caused.map((line) => [line.state, lineKey(line)])])];
  });

export interface Renames {
  readonly states: readonly Name[];
  /** Types of events. */
  readonly events: readonly Name[];
  /** The old version with the new paths and types. */
  readonly old: Definition;
}

/** A name is new if nothing else has changed; that of an event also if its actions have changed. */
export function renamesBetween(before: Definition, after: Definition): Renames {
  const states = renamed(signaturesOf(before), signaturesOf(after));
  const newPath = (path: string): string => {
    const [from = '', to = path] = states.find(([old]) => `${path}.`.startsWith(`${old}.`)) ?? [path];
    return `${to}${path.slice(from.length)}`;
  };
  const moved = ({ state, targets, ...line }: Line): Line => ({
    ...line,
    state: newPath(state),
    targets: targets.map(newPath),
  });
  let lines = before.lines.map(moved);
  const events: Name[] = [];
  for (const isCounted of [() => true, ({ kind }: Line) => kind === 'way']) {
    const names = renamed(effectsOf(lines.filter(isCounted)), effectsOf(after.lines.filter(isCounted)));
    events.push(...names.filter(([from]) => !from.includes(' xstate.')));
    const newKeys = new Map(names.map(([from, to]) => [from, to.replace(/^.* /, '')]));
    lines = lines.map((line) => ({ ...line, key: newKeys.get(nameOf(line)) ?? line.key }));
  }
  return { states, events, old: { ...before, lines } };
}
