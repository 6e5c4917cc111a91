import type { AnyStateMachine } from 'xstate';
import { type Machines, CommandError } from './commandError.ts';

interface Found {
  readonly machine: AnyStateMachine;
  /** The parts of the module's path, and then of the export's. */
  readonly path: readonly string[];
}

const isMachine = (value: object): value is AnyStateMachine =>
  'root' in value && 'config' in value && 'implementations' in value && 'provide' in value;

const isOfVersion4 = (value: object): boolean => 'withConfig' in value && 'withContext' in value;

/**
 * The machines that a module exports.
 *
 * @param module its path or its package's name
 * @throws CommandError if one of them is a machine of XState 4
 */
export function machinesIn(module: string, exported: Readonly<Record<string, unknown>>): Found[] {
  const modulePath = module.replace(/\.\w+$/, '').split(/[/\\]/);
  const search = (value: unknown, path: readonly string[], depth = 0): Found[] => {
    if (typeof value !== 'object' || value === null || depth > 1) return [];
    if (isOfVersion4(value))
      throw new CommandError(
        `${module} exports ${path.at(-1) ?? 'by default'}, a machine of XState 4. This reads XState 5.`,
      );
    if (isMachine(value)) {
      const exportPath = path.length > 0 || value.id === '(machine)' ? path : [value.id];
      // A picture is named after its machine.
      const parts = [...modulePath, ...exportPath].map((part) => part.replace(/[<>:"/\\|?*\s]+/g, '-'));
      // `checkout/machine.ts` may export `machine`.
      const isNew = (part: string, nth: number): boolean => !/^\.*$/.test(part) && part !== parts[nth - 1];
      return [{ machine: value, path: parts.filter(isNew) }];
    }
    if ('machine' in value) return search(value.machine, path, depth);
    if ('logic' in value) return search(value.logic, path, depth);
    return Object.entries(value).flatMap(([key, inner]) => search(inner, [...path, key], depth + 1));
  };
  const { default: unnamed, ...others } = exported;
  const found = Object.entries(others).flatMap(([name, value]) => search(value, [name]));
  const isNew = ({ machine }: Found): boolean => found.every((one) => one.machine !== machine);
  return [...found, ...search(unnamed, []).filter(isNew)];
}

/**
 * Each machine under the shortest end of its path that no other machine has.
 *
 * @throws CommandError if two machines have the same path
 */
export function nameMachines(found: readonly Found[]): Machines {
  const lengths = Array.from({ length: Math.max(...found.map(({ path }) => path.length)) }, (_, n) => n + 1);
  const endOf = ({ path }: Found, length: number): string => path.slice(-length).join('-').toLowerCase();
  const names = new Map<string, AnyStateMachine>();
  for (const one of found) {
    const others = found.filter(({ machine }) => machine !== one.machine);
    // The names of files may not differ in case only.
    const length = lengths.find((n) => others.every((other) => endOf(other, n) !== endOf(one, n)));
    const name = one.path.slice(-(length ?? lengths.length)).join('-');
    if (length === undefined || (names.get(name) ?? one.machine) !== one.machine) {
      const problem = `Two machines are called ${name}, by their paths too`;
      throw new CommandError(`${problem}: rename one of the exports.`);
    }
    names.set(name, one.machine);
  }
  return names;
}

/**
 * The machines with the chosen names, or all of them if none is chosen.
 *
 * @throws CommandError that lists the known names if one is unknown
 */
export function choose<Value>(
  all: ReadonlyMap<string, Value>,
  only: readonly string[],
): ReadonlyMap<string, Value> {
  const unknown = only.find((name) => !all.has(name));
  if (unknown !== undefined)
    throw new CommandError(`There is no machine "${unknown}"; there are: ${[...all.keys()].join(', ')}.`);
  return only.length === 0 ? all : new Map([...all].filter(([name]) => only.includes(name)));
}
