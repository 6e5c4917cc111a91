import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from './commandError.ts';

const git = (args: readonly string[], folder: string) =>
  spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });

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
  const top = git(['rev-parse', '--show-toplevel', '--show-prefix'], project);
  if (top.status !== 0) throw new CommandError(`${project} is not in a Git repository.`);
  const [root = '', prefix = ''] = top.stdout.split('\n');
  // `--end-of-options`: Git must not read the revision as an option.
  const verified = git(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
    project,
  );
  const commit = verified.stdout.trim();
  if (verified.status !== 0 || commit === '')
    throw new CommandError(`There is no revision "${revision}" in this repository.`);

  const folder = mkdtempSync(join(tmpdir(), 'flows-'));
  try {
    const files = join(folder, 'files');
    mkdirSync(files);
    const archive = join(folder, 'files.tar');
    for (const [program, args] of [
      ['git', ['archive', '--format=tar', `--output=${archive}`, commit]],
      ['tar', ['-xf', archive, '-C', files]],
    ] as const) {
      const { status, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
      if (status !== 0) throw new CommandError(`The files of "${revision}" cannot be read: ${stderr.trim()}`);
    }
    // In a repository with several projects, the packages may be installed at the top.
    for (const place of new Set(['', prefix])) {
      const installed = join(root, place, 'node_modules');
      if (existsSync(installed) && existsSync(join(files, place)))
        symlinkSync(installed, join(files, place, 'node_modules'));
    }
    return await work(join(files, prefix));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
