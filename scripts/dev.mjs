// @ts-check
// `npm run dev`: the site with hot reload and the API behind it, at one address. The API is a process of its own, begun
// anew whenever a file it is made from is saved.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { createServer } from 'vite';
import { freePort } from './freePort.mjs';
import { endProcess } from './serverProcess.mjs';

const root = join(import.meta.dirname, '..');
process.chdir(root);
if (existsSync('.env')) process.loadEnvFile('.env');

/** How long the API may take to end before it is killed. */
const PATIENCE_MS = 5000;

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

let api = startApi();
let restarting = Promise.resolve();
/** @type {NodeJS.Timeout | undefined} */
let due;

async function restart() {
  await endProcess(api, PATIENCE_MS);
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
  await Promise.all([endProcess(api, PATIENCE_MS), site.close()]);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void leave());
