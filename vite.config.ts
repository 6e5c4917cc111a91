import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { probeFolder, probeStampFile, sourcesHash, STAMP } from './scripts/build.mjs';
import { buildSite, siteOrigin } from './scripts/buildSite.mjs';
import { editedMachines } from './scripts/editedMachines.mjs';
import { machineSources } from './scripts/machineSources.mjs';

const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest']);

/**
 * Writes a .br and a .gz file beside every text file of the client, including pages and public files. A server cannot
 * compress with the strongest setting on each request.
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

/**
 * `vite build` creates everything that `npm start` runs: the client in dist/, including the prerendered public pages, and the
 * server in dist-server/. The page renderer is built separately into dist-server/pages, because the server renders a page
 * again when its data has changed (decision 0069).
 * `--mode probe` creates only a client whose flows report their transitions to a test (src/probe.ts).
 */
const buildProduct = (): Plugin => ({
  name: 'litrooms:whole-product',
  apply: 'build',
  config: ({ environments }, { mode }) => ({
    ...(mode === 'probe' ? { build: { outDir: `${probeFolder}/dist` } } : {}),
    builder: {
      async buildApp(builder) {
        // Taken before building, so that a file that is saved during the build makes the result stale.
        const stamp = sourcesHash();
        const { client, desk, server } = builder.environments;
        if (!client || !desk || !server) throw new Error('an environment is missing');
        if (mode === 'probe') {
          await buildSite(builder);
          writeFileSync(probeStampFile, stamp);
          return;
        }
        // The server is first, because it empties the folder that the page renderer is built into.
        await builder.build(server);
        await buildSite(builder);
        await builder.build(desk);
        precompress(client.config.build.outDir);
        writeFileSync(join(server.config.build.outDir, STAMP), stamp);
      },
    },
    environments: {
      // The desk is a separate document and is built separately, so it does not change the visitors' files.
      desk: {
        consumer: 'client',
        build: {
          // The same folder as the visitors' files.
          outDir: environments?.['client']?.build?.outDir ?? 'dist',
          emptyOutDir: false,
          copyPublicDir: false,
          manifest: '.vite/desk.json',
          assetsDir: 'assets/desk',
          rolldownOptions: {
            input: ['desk.html'],
            // As for the visitors' pages, the start-up code is one file. Otherwise lazy sections would split it.
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
          rolldownOptions: {
            input: {
              main: 'server/main.ts',
              pageWorker: 'server/site/pageWorker.ts',
              printer: 'server/papers/pdf/printer.ts',
            },
          },
        },
      },
      pages: {
        consumer: 'server',
        // Packages for browsers or bundlers do not always load in Node without bundling.
        resolve: { noExternal: true },
        // In any other mode the classes of styles have other names than in the client.
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
 * Lets the bundler drop the router's links and forms, which the site does not use. The bundler cannot know that `forwardRef`
 * has no side effects, or that setting a `displayName` is not a use. Also drops the error page for routes with loaders, which
 * the site does not have.
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

/** Leaves out Emotion's prefixer, which src/theme/prefixed.ts replaces. */
const unusedPrefixer = (): Plugin => ({
  name: 'litrooms:unused-prefixer',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/@emotion\/cache\/dist\/.*\.m?js$/ },
    handler: (code) => code.replace('defaultStylisPlugins = [prefixer]', 'defaultStylisPlugins = []'),
  },
});

/** Leaves out Material's default theme: every page has the site's theme, and creating the default one is a long task. */
const unusedDefaultTheme = (): Plugin => ({
  name: 'litrooms:unused-default-theme',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/@mui\/material\/(?:.*\/)?styles\/defaultTheme\.m?js$/ },
    handler: () => 'export default {};',
  },
});

/**
 * Creates the errors that React throws only to recognise them, when it suspends, without a stack. While DevTools or Lighthouse
 * observes a page, V8 parses the functions on the stack for each new error: 100 ms of a phone's start.
 */
const signalsWithoutStacks = (): Plugin => ({
  name: 'litrooms:signals-without-stacks',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-dom\/cjs\/react-dom-client\.production\.js$/ },
    handler(code) {
      const signal = /(?<=^(?:var)? +\w+Exception = )Error\(formatProdErrorMessage\((\d+)\)\)/gm;
      if (code.match(signal)?.length !== 5) this.error('React has other errors of this kind than expected');
      return code.replaceAll(
        signal,
        'Object.create(Error.prototype, { message: { value: formatProdErrorMessage($1) } })',
      );
    },
  },
});

/** Leaves out the descriptions of states and transitions, which only diagrams, the inspector and tests show. */
const withoutDescriptions = (): Plugin => ({
  name: 'litrooms:without-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/machines\/.*\.ts$/ },
    // Only string literals on one line. A description with a variable is data.
    handler: (code) => code.replaceAll(/\bdescription:\s*'(?:[^'\\\n]|\\.)*',?/g, ''),
  },
});

// `npm run dev` sets the origin of its API. A plain `vite` expects an API server that was started manually.
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    react(),
    buildProduct(),
    withoutDescriptions(),
    unusedRouterParts(),
    unusedPrefixer(),
    unusedDefaultTheme(),
    signalsWithoutStacks(),
    machineSources(import.meta.dirname),
    editedMachines(import.meta.dirname),
  ],
  // For the browser and for the prerendered pages.
  resolve: {
    alias: { '@emotion/is-prop-valid': join(import.meta.dirname, 'src/theme/forwardedProps.ts') },
  },
  define: { 'import.meta.env.SITE_ORIGIN': JSON.stringify(siteOrigin) },
  build: { target: 'es2022', manifest: true, modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // CommonJS packages that only an unused function of Emotion needs.
          treeshake: {
            moduleSideEffects: [
              { test: /node_modules\/(hoist-non-react-statics|react-is)\//, sideEffects: false },
            ],
          },
          // The start-up code is a separate entry, which the page loads after its first paint.
          input: ['index.html', 'src/hydrate.tsx'],
          output: {
            // The start-up code of every page is one file. Split by shared use, it would be thirty files and 11 kB more. The
            // code that the document loads first is a separate file; otherwise the document would load all of it at once. Its
            // file also has the modules that the start-up code shares, so that the first script is one request.
            codeSplitting: {
              groups: [
                {
                  name: 'first',
                  priority: 3,
                  test: /preload-helper|src\/prerendered\.ts|src\/(?:hydrationEvents|nextTask|main|eventReplay|effects\/browserStorage)\.ts|domain\/sitePaths\.ts/,
                },
                {
                  name: 'start',
                  priority: 2,
                  tags: ['$initial'],
                  test: /^(?!.*(?:index\.html|src\/(?:main|eventReplay|hydrate)\.))/,
                },
                // What several pages use of Material is three files: cut up by who shares what, it is thirty, and a page with a
                // form requests nearly all of them.
                {
                  name: 'content',
                  priority: 1,
                  minShareCount: 7,
                  test: /node_modules\/@mui\/material\/(?:Alert|AlertTitle|Card|Divider|internal|List|Skeleton|SvgIcon|utils\/useSlot)\b/,
                },
                {
                  name: 'overlay',
                  priority: 1,
                  minShareCount: 5,
                  test: /node_modules\/@mui\/(?:material\/(?:Backdrop|Fade|Grow|Modal|Popover|Portal|Unstable_TrapFocus|utils)|utils)\//,
                },
                {
                  name: 'fields',
                  priority: 0,
                  minShareCount: 5,
                  test: /node_modules\/@mui\/material\/(?!Chip|Dialog|Divider|internal|List|Pagination|Step|Tab)/,
                },
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
    include: ['@statelyai/inspect', 'elkjs/lib/elk.bundled.js'],
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
