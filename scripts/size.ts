// `npm run size`: the size of the scripts that a browser loads before a page is interactive, page by page, in brotli bytes. Fails
// when a page is more than 5 % over its number in bench/budget.json, and lists its chunks. `npm run size -- --accept` writes the
// current sizes of such pages, and of new ones, into the budget.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from 'vite';

const BUDGET = join('bench', 'budget.json');
/** A feature may make a page a little larger. Larger growth needs a decision. */
const TOLERANCE = 1.05;

const manifest = JSON.parse(readFileSync(join('dist', '.vite', 'manifest.json'), 'utf8')) as Manifest;

/** @returns the chunk and all of its static imports */
function transitiveImports(key: string, visited = new Set<string>()): Set<string> {
  if (visited.has(key)) return visited;
  visited.add(key);
  for (const imported of manifest[key]?.imports ?? []) transitiveImports(imported, visited);
  return visited;
}

function sizeOf(key: string) {
  const file = join('dist', manifest[key]?.file ?? '');
  return readFileSync(existsSync(`${file}.br`) ? `${file}.br` : file).length;
}

/** Without its hash. */
const chunkName = (key: string) => (key.startsWith('_') ? key.slice(1).replace(/-[\w-]{8}\.js$/, '') : key);

const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
if (entries.length === 0) throw new Error('The manifest names no entry: build first.');

const sizes: Record<string, Record<string, number>> = {};
for (const key of Object.keys(manifest)
  .filter((name) => /^src\/.*Page\.tsx$/.test(name))
  .sort()) {
  const visited = new Set<string>();
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

const total = (parts: Record<string, number>) => Object.values(parts).reduce((sum, part) => sum + part, 0);

const budget = JSON.parse(readFileSync(BUDGET, 'utf8')) as Record<string, number>;
const isTooMuch = (page: string, bytes: number) => bytes > (budget[page] ?? 0) * TOLERANCE;

if (process.argv.includes('--accept')) {
  const accepted: Record<string, number> = {};
  for (const [page, parts] of Object.entries(sizes)) {
    const bytes = total(parts);
    accepted[page] = isTooMuch(page, bytes) ? bytes : (budget[page] ?? bytes);
  }
  writeFileSync(BUDGET, `${JSON.stringify(accepted, null, 2)}\n`);
  console.log(`${BUDGET} contains the present sizes.`);
  process.exit(0);
}

let hasGrown = false;
for (const [page, parts] of Object.entries(sizes)) {
  const bytes = total(parts);
  const verdict = isTooMuch(page, bytes) ? 'TOO MUCH' : 'ok';
  console.log(
    `${verdict.padEnd(9)} ${String(bytes).padStart(7)} bytes, budget ${budget[page] ?? 0}  ${page}`,
  );
  if (verdict === 'ok') continue;
  hasGrown = true;
  for (const [part, size] of Object.entries(parts)) console.log(`          ${part}: ${size}`);
}
for (const page of Object.keys(budget)) {
  if (sizes[page]) continue;
  hasGrown = true;
  console.log(`GONE      ${page} is in ${BUDGET} but not in the build`);
}
if (hasGrown) console.log('If this is intended: npm run size -- --accept');
process.exit(hasGrown ? 1 : 0);
