// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import config from '../../vitest.config.ts';
import { variants } from './variants.mjs';

/* The projects of vitest.config.ts, with switched mutants (variants.mjs, runner.mjs). The file MUTANTS_PLAN lists the mutants. */

const mutants = JSON.parse(readFileSync(String(process.env['MUTANTS_PLAN']), 'utf8'));

export default defineConfig({
  test: {
    ...config.test,
    projects: /** @type {any[]} */ (config.test?.projects ?? []).map((project) => ({
      ...project,
      plugins: [variants(mutants)],
      test: { ...project.test, runner: join(import.meta.dirname, 'runner.mjs') },
    })),
  },
});
