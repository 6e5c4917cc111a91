// @ts-check
// The measuring tools have a package.json and a lock of their own here: those who only run or test the site do not
// install them.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * One of the packages of bench/package.json; all of them are installed first when they are not there.
 * @param {'autocannon' | 'lighthouse' | 'chrome-launcher'} name
 * @returns {Promise<any>} its exports
 */
export async function tool(name) {
  if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
    console.log('Installing the measuring tools …');
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  const require = createRequire(join(import.meta.dirname, 'package.json'));
  return import(pathToFileURL(require.resolve(name)).href);
}
