import { isAbsolute, relative } from 'node:path';
import { changesBetween, type Definition, definitionOf, drawChanges, summaryOf } from '../diff.ts';
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

/** By name: `summary.md`, and a picture of each machine that differs. */
export async function diffFiles(request: DiffRequest): Promise<Map<string, string>> {
  const { project, before, after } = request;
  // A relative path refers to the files of each revision; an installed package is the same in all revisions.
  const paths = request.modules.map((module) => (isAbsolute(module) ? relative(project, module) : module));
  const read = async (folder: string, when: string): Promise<ReadonlyMap<string, Definition>> => {
    try {
      const machines = await loadMachines(folder, paths, false);
      const compared = new Map([...machines.values()].map((each) => [each.config, each.implementations]));
      // Reading a machine does not start it.
      const definitions = await mapMachines(machines, (name, machine): [string, Definition] => [
        name,
        definitionOf(machine, scopesOf, compared),
      ]);
      return new Map(definitions);
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
    before: old.get(name) ?? null,
    after: now.get(name) ?? null,
  }));
  const files = new Map([['summary.md', summaryOf(versions, before, after ?? 'the working tree')]]);
  for (const { name, ...version } of versions) {
    const nothing = { id: name, lines: [] };
    const [one, other] = [version.before ?? nothing, version.after ?? nothing];
    if (changesBetween(one, other) !== '') files.set(`${name}.svg`, await drawChanges(one, other));
  }
  return files;
}
