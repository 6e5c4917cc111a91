// @ts-check
// `npm run size`: the size of the scripts that a browser loads before a page is interactive, page by page, in brotli bytes. Fails
// when a page exceeds the budget in bench/budget.json, and names the chunks that grew. `npm run size -- --accept` writes the
// present sizes into the budget.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));
const BUDGET = join('bench', 'budget.json');
/** Small changes of the compressed size are not growth. */
const TOLERANCE = 1.01;

/** @typedef {{file: string, isEntry?: boolean, isDynamicEntry?: boolean, name?: string, imports?: string[]}} Chunk */
/** @typedef {Record<string, Record<string, number>>} Sizes the chunks of each page, with their bytes */

/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(join('dist', '.vite', 'manifest.json'), 'utf8'));

/** @param {string} key @param {Set<string>} [visited] @returns {Set<string>} the chunk and all of its static imports */
function transitiveImports(key, visited = new Set()) {
  if (visited.has(key)) return visited;
  visited.add(key);
  for (const imported of manifest[key]?.imports ?? []) transitiveImports(imported, visited);
  return visited;
}

/** @param {string} key */
function sizeOf(key) {
  const file = join('dist', manifest[key]?.file ?? '');
  return readFileSync(existsSync(`${file}.br`) ? `${file}.br` : file).length;
}

/** The name of a chunk without its hash. @param {string} key */
const chunkName = (key) => (key.startsWith('_') ? key.slice(1).replace(/-[\w-]{8}\.js$/, '') : key);

/** The entries: the script of the document, and the one that it loads after the page is painted (src/main.ts). */
const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
if (entries.length === 0) throw new Error('The manifest names no entry: build first.');

/** @type {Sizes} */
const sizes = {};
for (const key of Object.keys(manifest)
  .filter((name) => /^src\/.*Page\.tsx$/.test(name))
  .sort()) {
  const visited = new Set();
  for (const name of [...entries, key]) transitiveImports(name, visited);
  const parts = [...visited];
  sizes[key] = Object.fromEntries(parts.map((part) => [chunkName(part), sizeOf(part)]));
}

// The desk has a separate build with a separate manifest (vite.config.ts). Its start consists of the static imports of desk.html.
const site = { ...manifest };
Object.assign(manifest, JSON.parse(readFileSync(join('dist', '.vite', 'desk.json'), 'utf8')));
sizes['desk.html'] = Object.fromEntries(
  [...transitiveImports('desk.html')].map((part) => [chunkName(part), sizeOf(part)]),
);
Object.assign(manifest, site);

/** @param {Record<string, number>} parts */
const total = (parts) => Object.values(parts).reduce((sum, part) => sum + part, 0);

if (process.argv.includes('--accept')) {
  writeFileSync(BUDGET, `${JSON.stringify(sizes, null, 2)}\n`);
  console.log(`${BUDGET} contains the present sizes.`);
}
/** @type {Sizes} */
const budget = JSON.parse(readFileSync(BUDGET, 'utf8'));

let hasGrown = false;
for (const [page, parts] of Object.entries(sizes)) {
  const allowed = budget[page];
  const now = total(parts);
  const limit = allowed ? Math.round(total(allowed) * TOLERANCE) : 0;
  const verdict = now <= limit ? 'ok' : 'TOO MUCH';
  console.log(
    `${verdict.padEnd(9)} ${String(now).padStart(7)} of ${String(limit).padStart(7)} bytes  ${page}`,
  );
  if (now <= limit) continue;
  hasGrown = true;
  for (const [part, size] of Object.entries(parts)) {
    const before = allowed?.[part] ?? 0;
    if (size > before * TOLERANCE) console.log(`          ${part}: ${before} → ${size}`);
  }
}
for (const page of Object.keys(budget)) {
  if (sizes[page]) continue;
  hasGrown = true;
  console.log(`GONE      ${page} is in ${BUDGET} but not in the build`);
}
if (hasGrown) console.log('If this is intended: npm run size -- --accept');
process.exit(hasGrown ? 1 : 0);
