import { defineConfig } from 'vitest/config';
import config from '../../vitest.config.ts';

/* The tests of one area of `npm run mutants` (areas.ts), as one project. */

const { project, tests } = JSON.parse(process.env['MUTANTS'] ?? '') as { project: string; tests: string[] };
const named = (config.test?.projects ?? []).find(
  (each) => typeof each === 'object' && 'test' in each && each.test?.name === project,
) as { test: object };

export default defineConfig({
  test: {
    ...config.test,
    projects: [{ test: { ...named.test, include: tests.map((file) => `test/${file}`) } }],
  },
});
