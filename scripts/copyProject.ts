import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Copies the project, so that an interrupted run leaves no deliberate bug in the sources. */
export function copyProject(to: string) {
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const file of listed.stdout.split('\0').filter((name) => name !== '' && existsSync(name))) {
    mkdirSync(join(to, dirname(file)), { recursive: true });
    copyFileSync(file, join(to, file));
  }
  symlinkSync(resolve('node_modules'), join(to, 'node_modules'));
}
