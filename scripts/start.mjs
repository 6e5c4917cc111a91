// @ts-check
// `npm start`: builds the site if necessary and starts the server. It needs only Node and the npm packages.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chdir } from 'node:process';
import { pathToFileURL } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Litrooms needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}

const root = join(import.meta.dirname, '..');
chdir(root);
if (!existsSync('node_modules')) {
  console.error('The packages are not installed yet: run `npm ci` first.');
  process.exit(1);
}
if (existsSync('.env')) process.loadEnvFile('.env');

const { buildIfStale } = await import('./build.mjs');
try {
  buildIfStale();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import(pathToFileURL(join(root, 'dist-server', 'main.js')).href);
