import { isAbsolute, relative } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { changesBetween, type Definition, definitionOf, drawChanges, summaryOf } from '../diff.ts';
import { drawMachine } from '../drawing.ts';
import { loadMachines } from './load.ts';
import { mapMachines, CommandError } from './commandError.ts';
import { withRevision } from './revision.ts';
import { scopesOf } from './scopes.ts';

export interface DiffRequest {
  readonly project: string;
  /** Modules that export the machines. */
  readonly modules: readonly string[];
  readonly before: string;
  /** Null: the working tree. */
  readonly after: string | null;
}

interface Version {
  readonly machine: AnyStateMachine;
  readonly definition: Definition;
}

/** By name: `summary.md`, and a picture of each machine that differs. */
export async function diffFiles(request: DiffRequest): Promise<Map<string, string>> {
  const { project, before, after } = request;
  // A relative path refers to the files of each revision; an installed package is the same in all revisions.
  const paths = request.modules.map((module) => (isAbsolute(module) ? relative(project, module) : module));
  const read = async (folder: string, when: string): Promise<Map<string, Version>> => {
    try {
      const machines = await loadMachines(folder, paths, false);
      const compared = new Map([...machines.values()].map((each) => [each.config, each.implementations]));
      // Reading a machine does not start it.
      const versions = await mapMachines(machines, (name, machine): [string, Version] => [
        name,
        { machine, definition: definitionOf(machine, scopesOf, compared) },
      ]);
      return new Map(versions);
    } catch (error) {
      if (error instanceof CommandError) throw new CommandError(`${when}: ${error.message}`);
      throw error;
    }
  };
  const readRevision = (revision: string) =>
    withRevision(project, revision, (folder) => read(folder, revision));
  const old = await readRevision(before);
  const now = after === null ? await read(project, 'the working tree') : await readRevision(after);

  const names = [...new Set([...now.keys(), ...old.keys()])].toSorted();
  const versions = names.map((name) => ({
    name,
    before: old.get(name)?.definition ?? null,
    after: now.get(name)?.definition ?? null,
  }));
  const files = new Map([['summary.md', summaryOf(versions, before, after ?? 'the working tree')]]);
  for (const { name, before: one, after: other } of versions) {
    const machine = (now.get(name) ?? old.get(name))?.machine;
    if (one === null || other === null) {
      if (machine) files.set(`${name}.svg`, await drawMachine(machine));
    } else if (changesBetween(one, other) !== '') files.set(`${name}.svg`, await drawChanges(one, other));
  }
  return files;
}
