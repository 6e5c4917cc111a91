import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Refusal } from './load.ts';

const git = (args: readonly string[], folder: string) =>
  spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });

/**
 * The files of a revision in a folder of their own, with the installed packages of the project, while something is done with
 * them; they are removed then.
 *
 * @throws Refusal when the revision does not exist, or when the folder is no repository
 */
export async function withRevision<Result>(
  project: string,
  revision: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const top = git(['rev-parse', '--show-toplevel'], project);
  if (top.status !== 0) throw new Refusal(`${project} is in no Git repository.`);
  // `--end-of-options`: a revision is never read as an option.
  const found = git(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
    project,
  );
  const commit = found.stdout.trim();
  if (found.status !== 0 || commit === '')
    throw new Refusal(`There is no revision "${revision}" in this repository.`);

  const folder = mkdtempSync(join(tmpdir(), 'flows-'));
  try {
    const files = join(folder, 'files');
    mkdirSync(files);
    const archive = join(folder, 'files.tar');
    for (const [program, args] of [
      ['git', ['archive', '--format=tar', `--output=${archive}`, commit]],
      ['tar', ['-xf', archive, '-C', files]],
    ] as const) {
      const { status, stderr } = spawnSync(program, args, { cwd: top.stdout.trim(), encoding: 'utf8' });
      if (status !== 0) throw new Refusal(`The files of "${revision}" cannot be read: ${stderr.trim()}`);
    }
    const installed = resolve(project, 'node_modules');
    if (existsSync(installed)) symlinkSync(installed, join(files, 'node_modules'));
    return await work(files);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
