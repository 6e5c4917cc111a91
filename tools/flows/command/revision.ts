import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from './refusal.ts';

const git = (args: readonly string[], folder: string) =>
  spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });

/**
 * The project in a revision, in a folder of its own with the installed packages, while something is done with it; it is
 * removed then.
 *
 * @throws Refusal when the revision does not exist, or when the folder is no repository
 */
export async function withRevision<Result>(
  project: string,
  revision: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const top = git(['rev-parse', '--show-toplevel', '--show-prefix'], project);
  if (top.status !== 0) throw new Refusal(`${project} is in no Git repository.`);
  const [root = '', prefix = ''] = top.stdout.split('\n');
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
      const { status, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
      if (status !== 0) throw new Refusal(`The files of "${revision}" cannot be read: ${stderr.trim()}`);
    }
    // The packages of a repository of several projects may be at its top.
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
