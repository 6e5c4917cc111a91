import { isAbsolute, relative } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { changesBetween, type Definition, definitionOf, drawChanges, summaryOf } from '../diff.ts';
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

interface Version {
  readonly machine: AnyStateMachine;
  readonly definition: Definition;
}

export interface DiffResult {
  /** By name: `summary.md`, and a picture of each machine that differs. */
  readonly files: ReadonlyMap<string, string>;
  readonly machines: readonly {
    readonly name: string;
    readonly is: 'added' | 'removed' | 'changed' | 'the same';
    readonly changes: string;
  }[];
}

export async function diffFiles(request: DiffRequest): Promise<DiffResult> {
  const { project, before, after, only = [] } = request;
  // It needs Vite, which takes long to load.
  const { codeOf } = await import('./scopes.ts');
  // A relative path refers to the files of each revision; an installed package is the same in all revisions.
  const paths = request.modules.map((module) => (isAbsolute(module) ? relative(project, module) : module));
  const read = async (folder: string, when: string): Promise<Map<string, Version>> => {
    try {
      const machines = await loadMachines(folder, paths, false);
      const compared = new Map([...machines.values()].map((each) => [each.config, each.implementations]));
      // Reading a machine does not start it.
      const versions = await mapMachines(machines, (name, machine): [string, Version] => [
        name,
        { machine, definition: definitionOf(machine, codeOf, compared) },
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

  const names = [...choose(new Map([...now, ...old]), only).keys()].toSorted();
  const versions = names.map((name) => ({
    name,
    before: old.get(name)?.definition ?? null,
    after: now.get(name)?.definition ?? null,
  }));
  const files = new Map([['summary.md', summaryOf(versions, before, after ?? 'the working tree')]]);
  const machines: DiffResult['machines'][number][] = [];
  for (const { name, before: one, after: other } of versions) {
    const machine = (now.get(name) ?? old.get(name))?.machine;
    if (one === null || other === null) {
      if (machine) files.set(`${name}.svg`, await drawMachine(machine));
      machines.push({ name, is: one === null ? 'added' : 'removed', changes: '' });
    } else {
      const changes = changesBetween(one, other);
      if (changes !== '') files.set(`${name}.svg`, await drawChanges(one, other));
      machines.push({ name, is: changes === '' ? 'the same' : 'changed', changes });
    }
  }
  return { files, machines };
}
