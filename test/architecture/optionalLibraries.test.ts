import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What is loaded only when a setting enables it: libraries, the files of the server that import them, and the tools. */
const OPTIONAL =
  /^(prom-client$|@opentelemetry\/)|\/(metrics\/(metrics|metricsServer|databaseMetrics)|tracing\/tracing)\.ts$|^(\.\.\/)+tools\//;

/** Without type imports and without dynamic `import()`. */
const staticImports = (code: string): string[] =>
  [...code.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'|^import '([^']+)'/gm)].map(
    ([, from, sideEffect]) => from ?? sideEffect ?? '',
  );

const optionalImports = (code: string): string[] => staticImports(code).filter((path) => OPTIONAL.test(path));

test('the pattern recognises static imports of tools and of the libraries for metrics and tracing', () => {
  expect(optionalImports("import {\n  Counter,\n} from 'prom-client';")).toEqual(['prom-client']);
  expect(optionalImports("import { a } from './a.ts';\nimport './tracing/tracing.ts';")).toEqual([
    './tracing/tracing.ts',
  ]);
  expect(optionalImports("export { sandbox } from '../../tools/sandbox/plugin.ts';")).toHaveLength(1);
  expect(optionalImports("import type { A } from '../tools/sandbox/controls.ts';")).toEqual([]);
  expect(optionalImports("import type { Metrics } from './metrics/metrics.ts';")).toEqual([]);
  expect(optionalImports("const load = () => import('./metrics/metrics.ts');")).toEqual([]);
});

test('the server loads tools, and the libraries for metrics and tracing, only behind their settings', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/^(metrics|platform\/tracing)\//.test(name),
  );
  expect(files.length).toBeGreaterThan(100);
  const violations = files.filter(
    (file) => optionalImports(readFileSync(join('server', file), 'utf8')).length > 0,
  );
  expect(violations).toEqual([]);
});
