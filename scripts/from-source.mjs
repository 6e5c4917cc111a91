// @ts-check
// Runs a TypeScript file of this project: `node scripts/from-source.mjs test/faults/worker.ts …`.
import { createServer, createServerModuleRunner } from 'vite';

const entry = process.argv[2];
if (entry === undefined) throw new Error('Name the file to run.');
const vite = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'warn',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
await createServerModuleRunner(vite.environments.ssr).import(`/${entry}`);
