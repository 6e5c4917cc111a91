// @ts-check
// `npm run dev`: the site with hot reload and the API behind it, at one address. The API is a process of its own, begun
// anew whenever a file it is made from is saved.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { createServer } from 'vite';
import { freePort } from './freePort.mjs';

const root = join(import.meta.dirname, '..');
process.chdir(root);
if (existsSync('.env')) process.loadEnvFile('.env');

const apiPort = await freePort();
process.env.API_ORIGIN = `http://127.0.0.1:${apiPort}`; // read by vite.config.ts
const site = await createServer({ server: { port: Number(process.env.PORT || 3000) } });
await site.listen();
const [address] = site.resolvedUrls?.local ?? [];

function startApi() {
  // The API tells people the address; it is the site's they want.
  const env = { PUBLIC_ORIGIN: address, ...process.env, HOST: '127.0.0.1', PORT: String(apiPort) };
  return spawn(process.execPath, [join(import.meta.dirname, 'dev-api.mjs')], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/**
 * Asks for a clean end, which closes the database; a server that cannot (an endless loop, say) is killed.
 * @param {import('node:child_process').ChildProcess} child
 */
async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const forced = setTimeout(() => child.kill('SIGKILL'), 5000);
  child.kill('SIGTERM');
  await once(child, 'exit');
  clearTimeout(forced);
}

let api = startApi();
let restarting = Promise.resolve();
/** @type {NodeJS.Timeout | undefined} */
let due;

async function restart() {
  await end(api);
  console.log('The API starts again …');
  api = startApi();
}

const apiRooms = new Set(['server', 'contract', 'domain']);
site.watcher.on('all', (_event, file) => {
  if (!apiRooms.has(relative(root, file).split(sep)[0] ?? '')) return;
  clearTimeout(due); // an editor saves several files at once
  due = setTimeout(() => {
    restarting = restarting.then(restart);
  }, 100);
});

async function leave() {
  await Promise.all([end(api), site.close()]);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void leave());
