import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Libraries that are loaded only when a setting enables them, and the files of the server that import them. */
const OPTIONAL =
  /^(prom-client$|@opentelemetry\/)|\/(metrics\/(metrics|metricsServer|databaseMetrics)|tracing\/tracing)\.ts$/;

/** Without type imports and without dynamic `import()`. */
const staticImports = (code: string): string[] =>
  [...code.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'|^import '([^']+)'/gm)].map(
    ([, from, sideEffect]) => from ?? sideEffect ?? '',
  );

const optionalImports = (code: string): string[] => staticImports(code).filter((path) => OPTIONAL.test(path));

test('the pattern recognises static imports of the metrics and tracing libraries', () => {
  expect(optionalImports("import {\n  Counter,\n} from 'prom-client';")).toEqual(['prom-client']);
  expect(optionalImports("import { a } from './a.ts';\nimport './tracing/tracing.ts';")).toEqual([
    './tracing/tracing.ts',
  ]);
  expect(optionalImports("import type { Metrics } from './metrics/metrics.ts';")).toEqual([]);
  expect(optionalImports("const load = () => import('./metrics/metrics.ts');")).toEqual([]);
});

test('a server without metrics and tracing does not load their libraries', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/^(metrics|platform\/tracing)\//.test(name),
  );
  expect(files.length).toBeGreaterThan(100);
  const violations = files.filter(
    (file) => optionalImports(readFileSync(join('server', file), 'utf8')).length > 0,
  );
  expect(violations).toEqual([]);
});
