import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from './commandError.ts';

const run = (program: string, args: readonly string[], folder: string, input?: Buffer) =>
  spawnSync(program, args, { cwd: folder, maxBuffer: 2 ** 30, ...(input && { input }) });

/**
 * Unpacks a revision of the project into a temporary folder, with the installed packages, calls `work` with the folder, and
 * removes the folder.
 *
 * @throws CommandError when the revision does not exist, or when the project is not in a Git repository
 */
export async function withRevision<Result>(
  project: string,
  revision: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const top = run('git', ['rev-parse', '--show-toplevel', '--show-prefix'], project);
  if (top.status !== 0) throw new CommandError(`${project} is not in a Git repository.`);
  const [root = '', prefix = ''] = String(top.stdout).split('\n');
  // `--end-of-options`: Git must not read the revision as an option.
  const verify = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const commit = String(run('git', verify, project).stdout).trim();
  if (commit === '') throw new CommandError(`There is no revision "${revision}" in this repository.`);

  const files = mkdtempSync(join(tmpdir(), 'flows-'));
  try {
    const archive = run('git', ['archive', '--format=tar', commit], root);
    const { status, stderr } = archive.status === 0 ? run('tar', ['-x'], files, archive.stdout) : archive;
    if (status !== 0) throw new CommandError(`The files of "${revision}" cannot be read: ${String(stderr)}`);
    // In a repository with several projects, the packages may be installed at the top.
    for (const place of new Set(['', prefix])) {
      const installed = join(root, place, 'node_modules');
      if (existsSync(installed) && existsSync(join(files, place)))
        symlinkSync(installed, join(files, place, 'node_modules'));
    }
    return await work(join(files, prefix));
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
}
