import { isAbsolute, relative } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import {
  type Definition,
  definitionOf,
  drawChanges,
  summaryOf,
  changesBetween,
  type Versions,
} from '../diff.ts';
import { drawMachine } from '../drawing.ts';
import { loadMachines } from './load.ts';
import { mapMachines, CommandError } from './commandError.ts';
import { withRevision } from './revision.ts';

export interface DiffRequest {
  readonly project: string;
  /** Modules that export the machines. */
  readonly modules: readonly string[];
  readonly before: string;
  /** Null: the working tree. */
  readonly after: string | null;
}

/** By name: `summary.md`, and a picture of each machine that differs. */
export async function diffFiles({
  project,
  modules,
  before,
  after,
}: DiffRequest): Promise<Map<string, string>> {
  const readFolder = async (
    folder: string,
    when: string,
  ): Promise<Map<string, [AnyStateMachine, Definition]>> => {
    try {
      // A relative path refers to the files of each revision; an installed package is the same in all revisions.
      const paths = modules.map((module) => (isAbsolute(module) ? relative(project, module) : module));
      const machines = await loadMachines(folder, paths, false);
      const compared = new Set([...machines.values()].map(({ config }) => config));
      // Reading a machine does not start it.
      return new Map(
        await mapMachines(machines, (name, machine): [string, [AnyStateMachine, Definition]] => [
          name,
          [machine, definitionOf(machine, compared)],
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

  const versions: Versions[] = [...new Set([...afterMachines.keys(), ...beforeMachines.keys()])]
    .toSorted()
    .map((name) => ({
      name,
      before: beforeMachines.get(name)?.[1] ?? null,
      after: afterMachines.get(name)?.[1] ?? null,
    }));
  const files = new Map([['summary.md', summaryOf(versions, before, after ?? 'the working tree')]]);
  for (const { name, before: one, after: other } of versions) {
    if (one !== null && other !== null) {
      if (changesBetween(one, other) !== '') files.set(`${name}.svg`, await drawChanges(one, other));
    } else {
      const machine = (afterMachines.get(name) ?? beforeMachines.get(name))?.[0];
      if (machine) files.set(`${name}.svg`, await drawMachine(machine));
    }
  }
  return files;
}
