import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { areas, type Area } from './areas.ts';

const folder = join(import.meta.dirname, 'stryker');

/**
 * Runs Stryker on an area, and returns whether enough mutants were killed. Stryker needs a newer Node.js than this project. Both are in
 * a separate package.json, so that running or testing the site does not install them.
 */
export function runStryker(area: Area, { sample, file }: { sample?: number; file: string }): boolean {
  const node = join(folder, 'node_modules', 'node', 'bin', 'node');
  if (!existsSync(node)) {
    console.log('Installing Stryker and a Node.js for it …');
    // The Node.js that installs them is this project's, which some of Stryker's packages refuse.
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--engine-strict=false'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  const { status } = spawnSync(node, [join(folder, 'run.mjs')], {
    stdio: 'inherit',
    env: {
      ...process.env,
      MUTANTS: JSON.stringify({ name: area, ...areas[area], sample, file }),
    },
  });
  return status === 0;
}
