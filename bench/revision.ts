import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Builds another revision in a folder of its own, with its own packages if `hasOwnPackages`. The worktree is removed by `remove`.
 */
export function buildRevision(
  revision: string,
  { hasOwnPackages }: { hasOwnPackages: boolean },
): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'litrooms-revision-'));
  execFileSync('git', ['worktree', 'add', '--detach', '--force', folder, revision], { stdio: 'ignore' });
  const options = {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  } as const satisfies ExecFileSyncOptions;
  if (hasOwnPackages) execFileSync('npm', ['ci'], options);
  else symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, [join('node_modules', 'vite', 'bin', 'vite.js'), 'build'], {
    ...options,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return { folder, remove: () => execFileSync('git', ['worktree', 'remove', '--force', folder]) };
}
