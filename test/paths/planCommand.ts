import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AnyStateMachine } from 'xstate';
import { drawBoxes } from '../../tools/flows/drawing.ts';
import { asCsv, asGherkin, asMarkdown, coverageBox, type Plan } from '../../tools/flows/plan.ts';
import { models } from './models.ts';
import { planFor } from './paths.ts';

/* `npm run paths -- --plan`: the paths as steps that people read (docs/generating-tests.md). */

const formats: Readonly<Record<string, (plans: readonly Plan[]) => string>> = {
  markdown: (plans) => plans.map(asMarkdown).join('\n'),
  csv: asCsv,
  gherkin: (plans) => plans.map(asGherkin).join('\n'),
};

const { values, positionals } = parseArgs({
  args: process.argv.slice(process.argv.indexOf('--plan') + 1),
  options: { format: { type: 'string', default: 'markdown' }, pictures: { type: 'string' } },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(models);
const unknown = names.filter((name) => !(name in models));
const write = formats[values.format];
if (unknown.length > 0 || write === undefined) {
  console.error(
    unknown.length > 0
      ? `There is no machine "${unknown.join(' ')}"; there are: ${Object.keys(models).join(', ')}.`
      : `There is no format "${values.format}"; there are: ${Object.keys(formats).join(', ')}.`,
  );
  process.exit(2);
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
// The layout engine keeps the process waiting otherwise.
process.stdout.write('', () => process.exit(0));
