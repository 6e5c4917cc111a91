import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin, ViteBuilder } from 'vite';
import { buildAlone } from './buildLock.ts';
import { writePrintFonts } from './printFonts.ts';
import { probeFolder, probeStampFile, sourcesHash, STAMP } from './build.mjs';
import { buildSite } from './buildSite.ts';

const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest']);

/**
 * Writes a .br and a .gz file next to every text file of the client, including pages and public files. A server cannot
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

/** What an operator runs, in a checkout with `npm run` and elsewhere with `node dist-server/make-owner.js`. */
export const operatorCommands = {
  backup: 'server/backup/backupCommand.ts',
  restore: 'server/backup/restoreCommand.ts',
  'make-owner': 'server/desk/makeOwnerCommand.ts',
  'reset-second-factor': 'server/account/secondFactor/resetCommand.ts',
  'invoice-numbers': 'server/invoices/nextNumbersCommand.ts',
  gstr1: 'server/invoices/gstr1Command.ts',
};

/** Builds everything, or the client of `--mode probe`. */
async function buildAll(builder: ViteBuilder, mode: string): Promise<void> {
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
  writePrintFonts(server.config.build.outDir);
  await buildSite(builder);
  await builder.build(desk);
  precompress(client.config.build.outDir);
  writeFileSync(join(server.config.build.outDir, STAMP), stamp);
}

/**
 * `vite build` creates everything that `npm start` runs: the client in dist/, including the prerendered public pages, and the
 * server in dist-server/. The page renderer is built separately into dist-server/pages, because the server renders a page again
 * when its data has changed. `--mode probe` creates only a client whose flows report their transitions to a test
 * (tools/inspector/site/probe.ts).
 */
export const buildProduct = (): Plugin => ({
  name: 'litrooms:whole-product',
  apply: 'build',
  config: ({ environments }, { mode }) => ({
    ...(mode === 'probe' ? { build: { outDir: `${probeFolder}/dist` } } : {}),
    builder: {
      async buildApp(builder) {
        const stampFile =
          mode === 'probe'
            ? probeStampFile
            : join(builder.environments['server']?.config.build.outDir ?? '', STAMP);
        const isBuiltHere = await buildAlone(join(builder.config.root, '.cache', 'build-lock'), {
          isFresh: () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourcesHash(),
          build: () => buildAll(builder, mode),
        });
        // Vite would build all environments by itself when none of them has been built.
        if (!isBuiltHere) {
          for (const environment of Object.values(builder.environments)) environment.isBuilt = true;
        }
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
          rolldownOptions: { input: ['desk.html'] },
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
              printer: 'server/invoices/pdf/printer.ts',
              ...operatorCommands,
            },
            // In one folder, from which the server finds its fonts.
            output: { chunkFileNames: '[name]-[hash].js' },
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
              pages: 'src/app/prerendering/build.ts',
              content: 'server/seed/pageData.ts',
            },
          },
        },
      },
    },
  }),
});
