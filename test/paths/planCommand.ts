import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AnyStateMachine } from 'xstate';
import { drawBoxes } from '../../tools/flows/drawing.ts';
import { coverageBox, planFormats } from '../../tools/flows/plan.ts';
import { LONG_PATH_PLAN_FORMAT } from '../browser/paths/longPaths/longPathPlanReporter.ts';
import { models } from './models.ts';
import { planFor } from './paths.ts';

/* `npm run paths -- --plan`: prints the paths as steps for people (docs/generating-tests.md). */

const { values, positionals } = parseArgs({
  args: process.argv.slice(process.argv.indexOf('--plan') + 1),
  options: {
    format: { type: 'string', default: 'markdown' },
    pictures: { type: 'string' },
    long: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(models);
const unknown = names.filter((name) => !(name in models));
const write = planFormats[values.format];
if (unknown.length > 0 || write === undefined) {
  console.error(
    unknown.length > 0
      ? `There is no machine "${unknown.join(' ')}"; there are: ${Object.keys(models).join(', ')}.`
      : `There is no format "${values.format}"; there are: ${Object.keys(planFormats).join(', ')}.`,
  );
  process.exit(2);
}
if (values.long) {
  // The path tests set the maximum length of a long path, and only Playwright can load them. `--list` opens no browser.
  const files = positionals.map((name) => `test/browser/paths/${name}.spec.ts`);
  const missingFiles = files.filter((file) => !existsSync(file));
  if (missingFiles.length > 0) {
    console.error(
      `There is no path test ${missingFiles.join(', ')}; test/paths/withoutPathTest.ts says why.`,
    );
    process.exit(2);
  }
  const reporter = '--reporter=./test/browser/paths/longPaths/longPathPlanReporter.ts';
  const args = ['test', ...(files.length > 0 ? files : ['test/browser/paths']), '--list', reporter];
  const { status } = spawnSync('node_modules/.bin/playwright', args, {
    stdio: 'inherit',
    env: { ...process.env, FULL_TESTS: '1', [LONG_PATH_PLAN_FORMAT]: values.format },
  });
  process.exit(status ?? 1);
}
const plans = names.map((name) => planFor(name));
process.stdout.write(write(plans));
if (values.pictures !== undefined) {
  mkdirSync(values.pictures, { recursive: true });
  for (const plan of plans) {
    const machine = models[plan.name]?.machine as AnyStateMachine;
    writeFileSync(join(values.pictures, `${plan.name}.svg`), await drawBoxes(coverageBox(machine, plan)));
  }
}
// The layout engine would keep the process running.
process.stdout.write('', () => process.exit(0));
