import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { probeFolder, probeStampFile, sourcesStamp, STAMP } from './scripts/build.mjs';
import { editedMachines } from './scripts/editedMachines.mjs';
import { machineSources } from './scripts/machineSources.mjs';
import { prerender } from './scripts/prerender.mjs';

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

/** The address that visitors type, where the build has it: links for search engines and social networks are absolute. */
const { PUBLIC_ORIGIN } = loadEnv('', import.meta.dirname, 'PUBLIC_');
const siteOrigin = new URL(PUBLIC_ORIGIN || 'http://localhost:3000').origin;

/**
 * `vite build` makes all that `npm start` runs: the client in dist/, with the public pages as files in it, and the server
 * in dist-server/. What renders the pages is a product of its own in dist-server/pages: the server renders a page again
 * when what it shows has changed (decision 0069).
 * With `--mode probe` it makes a client whose flows tell a test which transitions they take (src/probe.ts), and nothing else.
 */
const wholeProduct = (): Plugin => ({
  name: 'litrooms:whole-product',
  apply: 'build',
  config: ({ environments }, { mode }) => ({
    ...(mode === 'probe' ? { build: { outDir: `${probeFolder}/dist` } } : {}),
    builder: {
      async buildApp(builder) {
        // Taken before building: a file saved meanwhile must make the result stale.
        const stamp = sourcesStamp();
        const { client, desk, server, pages } = builder.environments;
        if (!client || !desk || !server || !pages) throw new Error('an environment is missing');
        const site = client.config.build.outDir;
        await builder.build(client);
        addCompileHints(site);
        if (mode !== 'probe') {
          await builder.build(desk);
          await builder.build(server);
        }
        await builder.build(pages);
        await prerender({ site, renderer: pages.config.build.outDir, origin: siteOrigin });
        if (mode === 'probe') {
          writeFileSync(probeStampFile, stamp);
          return;
        }
        precompress(site);
        writeFileSync(join(server.config.build.outDir, STAMP), stamp);
      },
    },
    environments: {
      // The desk is a document of its own, built by itself: the visitors' files are the same with and without it.
      desk: {
        consumer: 'client',
        build: {
          // In the same folder as the visitors' files.
          outDir: environments?.['client']?.build?.outDir ?? 'dist',
          emptyOutDir: false,
          copyPublicDir: false,
          manifest: '.vite/desk.json',
          assetsDir: 'assets/desk',
          rolldownOptions: {
            input: ['desk.html'],
            // As for the visitors' pages: what it starts with is one file, or the sections that come later cut it up.
            output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
          },
        },
      },
      server: {
        consumer: 'server',
        build: {
          outDir: environments?.['server']?.build?.outDir ?? 'dist-server',
          target: 'node20',
          ssr: true,
          emptyOutDir: true,
          copyPublicDir: false,
          rolldownOptions: { input: { main: 'server/main.ts', pageWorker: 'server/site/pageWorker.ts' } },
        },
      },
      pages: {
        consumer: 'server',
        // What was written for browsers or for bundlers does not always load in Node by itself.
        resolve: { noExternal: true },
        // In any other mode the styles' classes get other names than in the client.
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir:
            environments?.['pages']?.build?.outDir ??
            (mode === 'probe' ? `${probeFolder}/pages` : 'dist-server/pages'),
          target: 'node20',
          ssr: true,
          emptyOutDir: true,
          copyPublicDir: false,
          minify: false,
          rolldownOptions: {
            input: {
              pages: 'src/prerendering/build.ts',
              content: 'server/seed/pageData.ts',
            },
          },
        },
      },
    },
  }),
});

/**
 * Lets the bundler drop the router's links and forms, which nothing here uses: it cannot know that `forwardRef` does
 * nothing but return a component, nor that a name for the developer tools is no use of it. Also its page for the errors of
 * routes with loaders, which this site has none of.
 */
const unusedRouterParts = (): Plugin => ({
  name: 'litrooms:unused-router-parts',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\/dist\/.*\.mjs$/ },
    handler: (code) =>
      code
        .replaceAll(/= (React\d*\.forwardRef\()/g, '= /* @__PURE__ */ $1')
        .replaceAll(/^(?:Link|NavLink|Form)\.displayName = .*$/gm, '')
        .replace(/(?<=defaultErrorElement = ).*createElement\(DefaultErrorComponent, null\)/, 'null'),
  },
});

/** Leaves Emotion's list of prefixes out: the site has one of its own (src/theme/prefixed.ts). */
const unusedPrefixer = (): Plugin => ({
  name: 'litrooms:unused-prefixer',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/@emotion\/cache\/dist\/.*\.m?js$/ },
    handler: (code) => code.replace('defaultStylisPlugins = [prefixer]', 'defaultStylisPlugins = []'),
  },
});

/** Leaves Material's default theme out, which takes a phone a long task to create: the site's own is always there. */
const unusedDefaultTheme = (): Plugin => ({
  name: 'litrooms:unused-default-theme',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/@mui\/material\/(?:.*\/)?styles\/defaultTheme\.m?js$/ },
    handler: () => 'export default {};',
  },
});

/**
 * Leaves out the descriptions of states and transitions: pictures, the inspector and tests show them, and no visitor reads
 * them.
 */
const withoutDescriptions = (): Plugin => ({
  name: 'litrooms:without-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/machines\/.*\.ts$/ },
    // A text alone, on one line: what has a variable in it is data.
    handler: (code) => code.replaceAll(/\bdescription:\s*'(?:[^'\\\n]|\\.)*',?/g, ''),
  },
});

/**
 * Asks browsers to compile the whole start-up code while it arrives, beside the main thread, instead of each function at
 * its first call: nearly all of its functions are called at once. The comment must be a file's first line, so it is written
 * after the bundler has written its own.
 */
function addCompileHints(site: string): void {
  const folder = join(site, 'assets');
  for (const name of readdirSync(folder)) {
    if (!/^start-.*\.js$/.test(name)) continue;
    const file = join(folder, name);
    const code = readFileSync(file, 'utf8');
    writeFileSync(file, ['//# allFunctionsCalledOnLoad', code].join('\n'));
  }
}

// npm run dev sets where its API listens; a plain `vite` expects one that was started by hand.
const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    react(),
    wholeProduct(),
    withoutDescriptions(),
    unusedRouterParts(),
    unusedPrefixer(),
    unusedDefaultTheme(),
    machineSources(import.meta.dirname),
    editedMachines(import.meta.dirname),
  ],
  // In the browser and in the prerendered pages alike.
  resolve: {
    alias: { '@emotion/is-prop-valid': join(import.meta.dirname, 'src/theme/forwardedProps.ts') },
  },
  define: { 'import.meta.env.SITE_ORIGIN': JSON.stringify(siteOrigin) },
  build: { target: 'es2022', manifest: true, modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // CommonJS that only a function of Emotion uses which nobody here calls.
          treeshake: {
            moduleSideEffects: [
              { test: /node_modules\/(hoist-non-react-statics|react-is)\//, sideEffects: false },
            ],
          },
          // The start-up code is an entry beside the page, which loads it after its first paint.
          input: ['index.html', 'src/hydrate.tsx'],
          output: {
            // The code that every page starts with is one file: cut up by who shares what, it is thirty files and 11 kB
            // more. What the page itself loads first stays apart from it, or the page would load all of it at once.
            codeSplitting: {
              groups: [
                {
                  name: 'first',
                  priority: 1,
                  test: /preload-helper|src\/prerendered\.ts|src\/(?:hydrationEvents|nextTask)\.ts|domain\/sitePaths\.ts/,
                },
                {
                  name: 'start',
                  tags: ['$initial'],
                  test: /^(?!.*(?:index\.html|src\/(?:main|eventReplay|hydrate)\.))/,
                },
              ],
            },
          },
        },
      },
    },
  },
  // The inspector's page is served in development only; what it needs is made ready with the rest, because a dependency
  // found later reloads the pages.
  optimizeDeps: {
    entries: ['index.html', 'inspector.html'],
    include: ['@statelyai/inspect', 'elkjs/lib/elk.bundled.js'],
  },
  server: {
    proxy: { '/api': api, '/sandbox': api, '/images/uploaded': api },
    // The embedded database writes all the time; none of these is a source.
    watch: {
      ignored: ['data', 'dist', 'dist-server', 'dist-probe', '.cache', 'test-results'].map(
        (name) => `**/${name}/**`,
      ),
    },
  },
});
