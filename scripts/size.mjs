// @ts-check
// `npm run size`: what a visitor's browser fetches of our scripts before anything can be touched, page by page, in
// brotli bytes as they are sent. More than bench/budget.json allows fails, and the parts that grew are named;
// `npm run size -- --accept` makes the present sizes the ones that are allowed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));
const BUDGET = join('bench', 'budget.json');
/** Compressed code never comes out quite alike: this much more is not growth. */
const SLACK = 1.01;

/** @typedef {{file: string, isEntry?: boolean, isDynamicEntry?: boolean, name?: string, imports?: string[]}} Chunk */
/** @typedef {Record<string, Record<string, number>>} Sizes of each page: its parts with their bytes */

/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(join('dist', '.vite', 'manifest.json'), 'utf8'));

/** @param {string} key @param {Set<string>} [known] @returns {Set<string>} it and all that it cannot run without */
function closure(key, known = new Set()) {
  if (known.has(key)) return known;
  known.add(key);
  for (const imported of manifest[key]?.imports ?? []) closure(imported, known);
  return known;
}

/** @param {string} key */
function bytes(key) {
  const file = join('dist', manifest[key]?.file ?? '');
  return readFileSync(existsSync(`${file}.br`) ? `${file}.br` : file).length;
}

/** What a chunk is called from one build to the next. @param {string} key */
const nameOf = (key) => (key.startsWith('_') ? key.slice(1).replace(/-[\w-]{8}\.js$/, '') : key);

/** What the document asks for, and what that asks for when the page has been shown (src/main.ts). */
const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
if (entries.length === 0) throw new Error('The manifest names no entry: build first.');

/** @type {Sizes} */
const sizes = {};
for (const key of Object.keys(manifest)
  .filter((name) => /^src\/.*Page\.tsx$/.test(name))
  .sort()) {
  const known = new Set();
  for (const name of [...entries, key]) closure(name, known);
  const parts = [...known];
  sizes[key] = Object.fromEntries(parts.map((part) => [nameOf(part), bytes(part)]));
}

// The desk is built by itself (vite.config.ts): what it begins with is all of its document's own files.
const site = { ...manifest };
Object.assign(manifest, JSON.parse(readFileSync(join('dist', '.vite', 'desk.json'), 'utf8')));
sizes['desk.html'] = Object.fromEntries([...closure('desk.html')].map((part) => [nameOf(part), bytes(part)]));
Object.assign(manifest, site);

/** @param {Record<string, number>} parts */
const total = (parts) => Object.values(parts).reduce((sum, part) => sum + part, 0);

if (process.argv.includes('--accept')) {
  writeFileSync(BUDGET, `${JSON.stringify(sizes, null, 2)}\n`);
  console.log(`${BUDGET} is what there is now.`);
}
/** @type {Sizes} */
const budget = JSON.parse(readFileSync(BUDGET, 'utf8'));

let hasGrown = false;
for (const [page, parts] of Object.entries(sizes)) {
  const allowed = budget[page];
  const now = total(parts);
  const limit = allowed ? Math.round(total(allowed) * SLACK) : 0;
  const verdict = now <= limit ? 'ok' : 'TOO MUCH';
  console.log(
    `${verdict.padEnd(9)} ${String(now).padStart(7)} of ${String(limit).padStart(7)} bytes  ${page}`,
  );
  if (now <= limit) continue;
  hasGrown = true;
  for (const [part, size] of Object.entries(parts)) {
    const before = allowed?.[part] ?? 0;
    if (size > before * SLACK) console.log(`          ${part}: ${before} → ${size}`);
  }
}
for (const page of Object.keys(budget)) {
  if (sizes[page]) continue;
  hasGrown = true;
  console.log(`GONE      ${page} is in ${BUDGET} but not in the build`);
}
if (hasGrown) console.log('If this is meant: npm run size -- --accept');
process.exit(hasGrown ? 1 : 0);
