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
import { machinesIn } from './load.ts';
import { readEach, Refusal } from './refusal.ts';
import { withRevision } from './revision.ts';

export interface DiffRequest {
  readonly project: string;
  /** Modules that export the machines. */
  readonly modules: readonly string[];
  readonly before: string;
  /** Null: the files as they are now. */
  readonly after: string | null;
}

/** What `flows diff` writes, by file name: `summary.md`, and a picture of each machine that differs. */
export async function diffFiles({
  project,
  modules,
  before,
  after,
}: DiffRequest): Promise<Map<string, string>> {
  const read = async (folder: string, when: string): Promise<Map<string, [AnyStateMachine, Definition]>> => {
    try {
      // Each revision has files of its own; a package that is installed is the same in all.
      const own = modules.map((module) => (isAbsolute(module) ? relative(project, module) : module));
      const machines = await machinesIn(folder, own, false);
      // A machine is read without being started.
      return new Map(
        await readEach(machines, (name, machine): [string, [AnyStateMachine, Definition]] => [
          name,
          [machine, definitionOf(machine)],
        ]),
      );
    } catch (error) {
      if (error instanceof Refusal) throw new Refusal(`${when}: ${error.message}`);
      throw error;
    }
  };
  const readRevision = (revision: string) =>
    withRevision(project, revision, (folder) => read(folder, revision));

  const old = await readRevision(before);
  const now = after === null ? await read(project, 'the working tree') : await readRevision(after);

  const versions: Versions[] = [...new Set([...now.keys(), ...old.keys()])]
    .toSorted()
    .map((name) => ({ name, before: old.get(name)?.[1] ?? null, after: now.get(name)?.[1] ?? null }));
  const files = new Map([['summary.md', summaryOf(versions, before, after ?? 'the working tree')]]);
  for (const { name, before: one, after: other } of versions) {
    if (one !== null && other !== null) {
      if (changesBetween(one, other).length > 0) files.set(`${name}.svg`, await drawChanges(one, other));
    } else {
      const machine = (now.get(name) ?? old.get(name))?.[0];
      if (machine) files.set(`${name}.svg`, await drawMachine(machine));
    }
  }
  return files;
}
