// @ts-check
// One build serves `npm start` and `npm test`: it is made again only when something it was made from has changed.
// Nothing but node: is imported here, because every start pays for it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const root = join(import.meta.dirname, '..');

const products = [join(root, 'dist', 'app.html'), join(root, 'dist-server', 'main.js')];

/** Written last by the build (vite.config.ts), so that a build cut short counts as none; not in dist/, which is served. */
export const STAMP = '.built';
const stampFile = join(root, 'dist-server', STAMP);

/** Where the client for tests that look into its flows is built; a server started here serves it from dist/. */
export const probeFolder = join(root, 'dist-probe');
export const probeStampFile = join(probeFolder, '.built');

const sources = [
  'domain',
  'contract',
  'machines',
  'src',
  'server',
  'tools',
  'public',
  'scripts',
  'index.html',
  'desk.html',
  'vite.config.ts',
  'package-lock.json',
];

/** @param {string} path @returns {string[]} the files under it, in an order that does not depend on the machine */
function filesUnder(path) {
  return readdirSync(join(root, path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const child = `${path}/${entry.name}`;
      return entry.isDirectory() ? filesUnder(child) : child;
    });
}

/**
 * Names everything the build depends on: contents rather than times, because a checkout or an unpacked copy touches
 * every file, and the variables that the client has compiled in.
 * @returns {string}
 */
export function sourcesStamp() {
  const hash = createHash('sha256');
  const fromFile = existsSync(join(root, '.env')) ? parseEnv(readFileSync(join(root, '.env'), 'utf8')) : {};
  const variables = { ...fromFile, ...process.env };
  for (const name of Object.keys(variables).sort()) {
    if (name.startsWith('VITE_') || name === 'PUBLIC_ORIGIN') hash.update(`${name}=${variables[name]}\n`);
  }
  for (const source of sources) {
    const files = source.includes('.') ? [source] : filesUnder(source);
    for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * Builds dist/ and dist-server/ unless they are up to date. A process of its own does it: Vite sets NODE_ENV, which
 * belongs to the process that starts the server, and keeps memory that a server should not carry.
 * @returns {boolean} whether it had to build
 */
export function buildIfStale() {
  return buildUnlessFresh('Building the site and the server …', products, stampFile, []);
}

/** Builds the client that reports its flows' steps to tests, unless it is up to date (src/probe.ts). */
export function buildProbeIfStale() {
  const product = join(probeFolder, 'dist', 'index.html');
  return buildUnlessFresh('Building the probed site …', [product], probeStampFile, ['--mode', 'probe']);
}

/** @param {string} what @param {string[]} made @param {string} stamp @param {string[]} options */
function buildUnlessFresh(what, made, stamp, options) {
  const complete = [...made, stamp].every((file) => existsSync(file));
  if (complete && readFileSync(stamp, 'utf8') === sourcesStamp()) return false;
  console.log(what);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { NODE_ENV: _serversOwn, ...env } = process.env;
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn', ...options], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('The build failed; what went wrong is above.');
  return true;
}
