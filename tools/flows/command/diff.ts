import { isAbsolute, relative } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import {
  type Change,
  type Definition,
  definitionOf,
  drawChanges,
  summaryOf,
  changesBetween,
  type Versions,
} from '../diff.ts';
import { drawMachine } from '../drawing.ts';
import { mapMachines, CommandError } from './commandError.ts';
import { loadMachines } from './load.ts';
import { choose } from './names.ts';
import { withRevision } from './revision.ts';

export interface DiffRequest {
  readonly project: string;
  /** Modules that export the machines. */
  readonly modules: readonly string[];
  /** Names of machines; none: all. */
  readonly only?: readonly string[];
  readonly before: string;
  /** Null: the working tree. */
  readonly after: string | null;
}

export interface MachineDiff {
  readonly name: string;
  readonly is: 'added' | 'removed' | 'changed' | 'the same';
  readonly changes: readonly Change[];
}

export interface DiffResult {
  /** By name: `summary.md`, and a picture of each machine that differs. */
  readonly files: ReadonlyMap<string, string>;
  readonly machines: readonly MachineDiff[];
}

export async function diffFiles({
  project,
  modules,
  only = [],
  before,
  after,
}: DiffRequest): Promise<DiffResult> {
  const readFolder = async (
    folder: string,
    when: string,
  ): Promise<Map<string, [AnyStateMachine, Definition]>> => {
    try {
      // A relative path refers to the files of each revision; an installed package is the same in all revisions.
      const paths = modules.map((module) => (isAbsolute(module) ? relative(project, module) : module));
      const machines = await loadMachines(folder, paths, false);
      // Reading a machine does not start it.
      return new Map(
        await mapMachines(machines, (name, machine): [string, [AnyStateMachine, Definition]] => [
          name,
          [machine, definitionOf(machine)],
        ]),
      );
    } catch (error) {
      if (error instanceof CommandError) throw new CommandError(`${when}: ${error.message}`);
      throw error;
    }
  };
  const readRevision = (revision: string) =>
    withRevision(project, revision, (folder) => readFolder(folder, revision));

  const beforeMachines = await readRevision(before);
  const afterMachines =
    after === null ? await readFolder(project, 'the working tree') : await readRevision(after);

  const names = new Map([...afterMachines, ...beforeMachines]);
  const versions: Versions[] = [...choose(names, only).keys()].toSorted().map((name) => ({
    name,
    before: beforeMachines.get(name)?.[1] ?? null,
    after: afterMachines.get(name)?.[1] ?? null,
  }));
  const files = new Map([['summary.md', summaryOf(versions, before, after ?? 'the working tree')]]);
  const machines: MachineDiff[] = [];
  for (const { name, before: one, after: other } of versions) {
    if (one !== null && other !== null) {
      const changes = changesBetween(one, other);
      if (changes.length > 0) files.set(`${name}.svg`, await drawChanges(one, other));
      machines.push({ name, is: changes.length > 0 ? 'changed' : 'the same', changes });
    } else {
      const machine = (afterMachines.get(name) ?? beforeMachines.get(name))?.[0];
      if (machine) files.set(`${name}.svg`, await drawMachine(machine));
      machines.push({ name, is: one === null ? 'added' : 'removed', changes: [] });
    }
  }
  return { files, machines };
}
