import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { planFormats } from '../../tools/flows/plan.ts';
import { models } from './models.ts';
import { printPlan } from './words/plan.ts';
import { withoutPathTest } from './withoutPathTest.ts';

/*
 * `npm run paths [-- machine…]` tests the paths of the machines, and `npm run paths:browser [-- machine…]` does so in a browser.
 * `npm run paths -- --plan [machine…] [--format markdown|csv|gherkin]` prints them as steps for people.
 */

const args = process.argv.slice(3);
const format = args.includes('--format') ? (args[args.indexOf('--format') + 1] ?? '') : 'markdown';
const withValue = new Set(['--format', '-t', '-g', '--grep', '--reporter', '--workers']);
/** Other arguments belong to the test runner. */
const named = args.filter((arg, i) => !arg.startsWith('-') && !withValue.has(args[i - 1] ?? ''));
const options = args.filter((arg) => !named.includes(arg) && arg !== '--browser');

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

function run(program: string, programArgs: readonly string[], env = {}): never {
  const { status } = spawnSync(join('node_modules', '.bin', program), programArgs, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  process.exit(status ?? 1);
}

const unknown = named.filter((name) => !Object.hasOwn(models, name));
if (unknown.length > 0)
  fail(`There is no machine "${unknown.join(' ')}"; there are: ${Object.keys(models).join(', ')}.`);
if (args.includes('--plan')) {
  const plan = printPlan(named.length > 0 ? named : Object.keys(models), format);
  if (plan === null)
    fail(`There is no format "${format}"; there are: ${Object.keys(planFormats).join(', ')}.`);
  if (plan.note !== null) console.error(plan.note);
  process.stdout.write(plan.text, () => process.exit(0));
} else if (args.includes('--browser')) {
  for (const name of named) {
    const reason = withoutPathTest[name];
    if (reason !== undefined) fail(`There is no path test of ${name} in a browser: ${reason}.`);
  }
  const files = named.map((name) => join('test', 'browser', 'paths', `${name}.spec.ts`));
  run('playwright', ['test', ...(named.length > 0 ? files : ['test/browser/paths']), ...options], {
    FULL_TESTS: '1',
  });
} else {
  const folder = join('test', 'paths');
  // The titles of a machine's tests contain its name.
  run('vitest', [
    'run',
    ...(named.length === 0
      ? [folder]
      : [
          join(folder, 'paths.test.ts'),
          join(folder, 'behaviour.test.ts'),
          '-t',
          `^the (?:paths|behaviour) of (?:${named.join('|')}) (?:is|cover)`,
        ]),
    ...options,
  ]);
}
