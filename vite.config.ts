import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildProduct } from './scripts/buildProduct.ts';
import { siteOrigin } from './scripts/buildSite.ts';

// `npm run dev` sets the origin of its API. A plain `vite` expects an API server that was started manually.
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), buildProduct()],
  define: { 'import.meta.env.SITE_ORIGIN': JSON.stringify(siteOrigin) },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A capability's exports.ts only names what others may import: a page that imports one name does not load the others. Without this,
      // every page loads 2 kB more, and the desk 18 kB.
      treeshake: { moduleSideEffects: [{ test: /\/exports\.ts$/, sideEffects: false }] },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // What every page needs is two files: the packages, and the site's own.
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: /node_modules/, tags: ['$initial'] },
                { name: 'start', tags: ['$initial'] },
              ],
            },
          },
        },
      },
    },
  },
  // The inspector's page is served only in development. Its dependencies are optimised at the start, because a dependency that
  // Vite finds later reloads the pages.
  optimizeDeps: {
    entries: ['index.html', 'inspector.html'],
    include: ['elkjs/lib/elk.bundled.js'],
  },
  server: {
    proxy: { '/api': apiOrigin, '/sandbox': apiOrigin, '/images/uploaded': apiOrigin },
    // Folders without sources. The embedded database writes to its data folder all the time.
    watch: {
      ignored: ['data', 'dist', 'dist-server', 'dist-probe', '.cache', 'test-results'].map(
        (name) => `**/${name}/**`,
      ),
    },
  },
});
