import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { operatorCommands } from '../../scripts/buildProduct.ts';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Readonly<Record<string, string>>;
};

/** What a file loads: without type imports, and without files that the build puts into the code. */
const importsIn = (code: string): string[] =>
  [
    ...code.matchAll(
      /^(?:import|export) (?!type )[^;']*? from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
    ),
  ]
    .map(([, from, sideEffect, dynamic]) => from ?? sideEffect ?? dynamic ?? '')
    .filter((path) => !path.startsWith('node:') && !path.includes('?'));

const packageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

/** The packages of the files that these files load, directly or through others. */
function packagesOf(files: readonly string[]): Set<string> {
  const packages = new Set<string>();
  const visited = new Set<string>();
  const visit = (file: string) => {
    if (visited.has(file)) return;
    visited.add(file);
    for (const path of importsIn(readFileSync(file, 'utf8'))) {
      if (path.startsWith('.')) visit(join(dirname(file), path));
      else packages.add(packageOf(path));
    }
  };
  files.forEach(visit);
  expect(visited.size).toBeGreaterThan(200);
  return packages;
}

test('the imports of a file are recognised', () => {
  const code =
    "import { a } from 'kysely';\nimport {\n  b,\n} from '@fastify/static/x.js';\nimport './c.ts';";
  expect(importsIn(code)).toEqual(['kysely', '@fastify/static/x.js', './c.ts']);
  expect(importsIn("import type { A } from 'pino';\nimport f from 'font/a.woff2?inline';")).toEqual([]);
  expect(importsIn("const { default: a } = await import('sharp');")).toEqual(['sharp']);
  expect(packageOf('@fastify/static/x.js')).toBe('@fastify/static');
});

test('the production packages are those that the server loads: its image has no package of the site or of the build', () => {
  const threads = ['server/site/pageWorker.ts', 'server/invoices/pdf/printer.ts'];
  const loaded = packagesOf(['server/main.ts', ...threads, ...Object.values(operatorCommands)]);
  expect([...loaded].sort()).toEqual(Object.keys(dependencies).sort());
});
