// @ts-check
// The measuring tools have a separate package.json and lock file here, so that running or testing the site does not install them.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Imports one of the packages of bench/package.json. Installs all of them first if they are missing.
 * @param {'autocannon' | 'lighthouse' | 'chrome-launcher'} name
 * @returns {Promise<any>} its exports
 */
export async function importTool(name) {
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
