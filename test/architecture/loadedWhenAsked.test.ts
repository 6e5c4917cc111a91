import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Libraries that only a setting asks for, and the files of ours that need them. */
const ASKED_FOR =
  /^(prom-client$|@opentelemetry\/)|\/(metrics\/(metrics|metricsServer|databaseMetrics)|tracing\/tracing)\.ts$/;

/** What a file loads when it is loaded: no types, and nothing that `import()` loads later. */
const loadedBy = (code: string): string[] =>
  [...code.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'|^import '([^']+)'/gm)].map(
    ([, from, bare]) => from ?? bare ?? '',
  );

const loadsAskedFor = (code: string): string[] => loadedBy(code).filter((path) => ASKED_FOR.test(path));

test('a static import of figures or traces is recognised', () => {
  expect(loadsAskedFor("import {\n  Counter,\n} from 'prom-client';")).toEqual(['prom-client']);
  expect(loadsAskedFor("import { a } from './a.ts';\nimport './tracing/tracing.ts';")).toEqual([
    './tracing/tracing.ts',
  ]);
  expect(loadsAskedFor("import type { Metrics } from './metrics/metrics.ts';")).toEqual([]);
  expect(loadsAskedFor("const load = () => import('./metrics/metrics.ts');")).toEqual([]);
});

test('a server without figures and traces does not load their libraries', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/^(metrics|tracing)\//.test(name),
  );
  expect(files.length).toBeGreaterThan(100);
  const loading = files.filter(
    (file) => loadsAskedFor(readFileSync(join('server', file), 'utf8')).length > 0,
  );
  expect(loading).toEqual([]);
});
