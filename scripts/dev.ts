// `npm run dev`: the site with hot reload and the API, at one address. The API runs in a separate process, which is restarted when
// one of its source files is saved.
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { createServer } from 'vite';
import { devApi } from './devApi.ts';
import { freePort } from './freePort.ts';

const root = join(import.meta.dirname, '..');
if (existsSync('.env')) process.loadEnvFile('.env');

const port = await freePort();
process.env.API_ORIGIN = `http://127.0.0.1:${port}`; // read by vite.config.ts
const api = devApi(port);
const site = await createServer({
  plugins: [api.plugin],
  server: { port: Number(process.env.PORT || 3000) },
});
await site.listen();
// The API prints its address for people: the address of the site, which proxies the API.
api.start({ PUBLIC_ORIGIN: site.resolvedUrls?.local[0], ...process.env });

let restartTimer: NodeJS.Timeout | undefined;
const sources = ['server', 'contract', 'domain', join('tools', 'sandbox'), join('tools', 'mailbox')];
site.watcher.on('all', (_event, file) => {
  if (!sources.some((folder) => file.startsWith(join(root, folder) + sep))) return;
  clearTimeout(restartTimer); // an editor saves several files within milliseconds
  restartTimer = setTimeout(api.restart, 100);
});

let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([api.stop(), site.close()]);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());
