// @ts-check
// Runs the server from its TypeScript sources; started by devApi.ts. Vite's `runnerImport` would be shorter, but it closes its
// runner after the first import, and the server imports its embedded database lazily.
import { createServer, createServerModuleRunner } from 'vite';

const vite = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'warn',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
await createServerModuleRunner(vite.environments.ssr).import('/server/main.ts');
