// @ts-check
// Runs a TypeScript file of this project: `node scripts/from-source.mjs test/faults/worker.ts …`.
import { createServer, createServerModuleRunner } from 'vite';

const entry = process.argv[2];
if (entry === undefined) throw new Error('Name the file to run.');
// Vite sets it when it is unset, but a command's settings come from its environment and its .env alone.
const { NODE_ENV } = process.env;
const vite = await createServer({
  configFile: false,
  envDir: false,
  appType: 'custom',
  logLevel: 'warn',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
if (NODE_ENV === undefined) delete process.env.NODE_ENV;
await createServerModuleRunner(vite.environments.ssr).import(`/${entry}`);
