// @ts-check
// `npm start` and `npm test` share one build, which is repeated only when its sources have changed. This file imports only
// `node:` modules, because every start loads it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const root = join(import.meta.dirname, '..');

const outputs = [join(root, 'dist', 'app.html'), join(root, 'dist-server', 'main.js')];

/**
 * The file that marks a complete build. The build writes it last (vite.config.ts), so that an interrupted build does not count.
 * It is not in dist/, which is served.
 */
export const STAMP = '.built';
const stampFile = join(root, 'dist-server', STAMP);

/** The folder of the client that reports its flows to tests. A server started in this folder serves the client from its dist/. */
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

/**
 * @param {string} path
 * @returns {string[]} the files below a folder, without installed packages, in the same order on every machine
 */
function filesUnder(path) {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const child = `${path}/${entry.name}`;
      return entry.isDirectory() ? filesUnder(child) : child;
    });
}

/**
 * A hash of everything that the build depends on: the contents of the sources, and the environment variables that are compiled
 * into the client. Modification times are not used, because a checkout changes all of them.
 * @returns {string}
 */
export function sourcesHash() {
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
 * Builds dist/ and dist-server/ unless they are up to date. The build runs in a separate process: it needs another NODE_ENV
 * than the server, and keeps memory that the server does not need.
 * @returns {boolean} whether a build was necessary
 * @throws when the build fails
 */
export function buildIfStale() {
  return buildUnlessFresh('Building the site and the server …', outputs, stampFile, []);
}

/** Builds the client that reports its flows to tests (tools/inspector/site/probe.ts), unless it is up to date. */
export function buildProbeIfStale() {
  const product = join(probeFolder, 'dist', 'index.html');
  return buildUnlessFresh('Building the probed site …', [product], probeStampFile, ['--mode', 'probe']);
}

/** @param {string} message @param {string[]} outputFiles @param {string} stamp @param {string[]} options */
function buildUnlessFresh(message, outputFiles, stamp, options) {
  const complete = [...outputFiles, stamp].every((file) => existsSync(file));
  if (complete && readFileSync(stamp, 'utf8') === sourcesHash()) return false;
  console.log(message);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite)) {
    throw new Error('The packages of the build are not installed: run `npm ci --include=dev`.');
  }
  // Vite warns about the NODE_ENV of .env unless the environment has one.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn', ...options], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('The build failed; the errors are above.');
  return true;
}
