// @ts-check
// `npm run dev`: the site with hot reload and the API behind it, at one address. The API is a process of its own, started
// again whenever a file it is made from is saved.
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { createServer } from 'vite';
import { devApi } from './devApi.mjs';
import { freePort } from './freePort.mjs';

const root = join(import.meta.dirname, '..');
process.chdir(root);
if (existsSync('.env')) process.loadEnvFile('.env');

const port = await freePort();
process.env.API_ORIGIN = `http://127.0.0.1:${port}`; // read by vite.config.ts
const api = devApi(port);
const site = await createServer({
  plugins: [api.plugin],
  server: { port: Number(process.env.PORT || 3000) },
});
await site.listen();
// The API shows people an address; it is the site's they want.
api.start({ PUBLIC_ORIGIN: site.resolvedUrls?.local[0], ...process.env });

/** @type {NodeJS.Timeout | undefined} */
let due;
/** The folders that the API is made of. */
const sources = ['server', 'contract', 'domain', join('tools', 'sandbox'), join('tools', 'mailbox')];
site.watcher.on('all', (_event, file) => {
  if (!sources.some((folder) => file.startsWith(join(root, folder) + sep))) return;
  clearTimeout(due); // an editor saves several files at once
  due = setTimeout(api.restart, 100);
});

let leaving = false;
async function leave() {
  if (leaving) return;
  leaving = true;
  await Promise.all([api.stop(), site.close()]);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void leave());
