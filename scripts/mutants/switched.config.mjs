// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import config from '../../vitest.config.ts';
import { variants } from './variants.mjs';

/* The projects of vitest.config.ts, with switched mutants (variants.mjs, runner.mjs). The file MUTANTS_PLAN lists the mutants. */

/**
 * A mutant can make a test wait for something that never happens. Such a test fails after this time, which is many times longer than
 * a test takes without a mutant. A test that takes longer without a mutant counts as failed, and kills no mutants.
 */
const timeouts = { testTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

const mutants = JSON.parse(readFileSync(String(process.env['MUTANTS_PLAN']), 'utf8'));

export default defineConfig({
  test: {
    ...config.test,
    projects: /** @type {any[]} */ (config.test?.projects ?? []).map((project) => ({
      ...project,
      plugins: [variants(mutants)],
      test: { ...project.test, ...timeouts, runner: join(import.meta.dirname, 'runner.mjs') },
    })),
  },
});
