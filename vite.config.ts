import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { sourcesStamp, stampFile } from './scripts/build.mjs';

const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest']);

/**
 * Writes a .br and a .gz beside every text file of the client, pages and public files included: compressing once with
 * the strongest setting is what a server cannot afford on each request.
 */
function precompress(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!compressible.has(extname(name))) continue;
    const file = join(folder, name);
    const content = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    const encoded = { br: brotliCompressSync(content, { params }), gz: gzipSync(content, { level: 9 }) };
    for (const [suffix, bytes] of Object.entries(encoded)) {
      if (bytes.length < content.length) writeFileSync(`${file}.${suffix}`, bytes);
    }
  }
}

/** `vite build` makes all that `npm start` runs: the client in dist/ and the server in dist-server/. */
const wholeProduct = (): Plugin => ({
  name: 'litrooms:whole-product',
  apply: 'build',
  config: () => ({
    builder: {
      async buildApp(builder) {
        // Taken before building: a file saved meanwhile must make the result stale.
        const stamp = sourcesStamp();
        const { client, server } = builder.environments;
        if (client === undefined || server === undefined) throw new Error('an environment is missing');
        await builder.build(client);
        await builder.build(server);
        precompress(client.config.build.outDir);
        writeFileSync(stampFile, stamp);
      },
    },
    environments: {
      server: {
        consumer: 'server',
        build: {
          outDir: 'dist-server',
          target: 'node20',
          ssr: true,
          emptyOutDir: true,
          copyPublicDir: false,
          rolldownOptions: { input: { main: 'server/main.ts' } },
        },
      },
    },
  }),
});

// npm run dev tells where it has put the API; a plain `vite` expects one that was started by hand.
const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), wholeProduct()],
  build: { target: 'es2022', manifest: true },
  // The inspector's page is served in development only; what it needs is made ready with the rest, because a dependency
  // found later reloads the pages.
  optimizeDeps: {
    entries: ['index.html', 'inspector.html'],
    include: ['@statelyai/inspect', 'elkjs/lib/elk.bundled.js'],
  },
  server: {
    proxy: { '/api': api, '/sandbox': api },
    // The embedded database writes all the time; none of these is a source.
    watch: {
      ignored: ['data', 'dist', 'dist-server', '.cache', 'test-results'].map((name) => `**/${name}/**`),
    },
  },
});
