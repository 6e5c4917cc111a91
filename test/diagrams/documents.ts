import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { drawBoxes, drawMachine } from '../../tools/flows/drawing.ts';
import { drawFolded } from '../../tools/flows/folding.ts';
import { graphOf } from '../../tools/flows/graph.ts';
import { mermaid } from '../../tools/flows/mermaid.ts';
import { coverageTargetsOf } from '../../tools/flows/paths.ts';
import { textOf } from '../../tools/flows/text.ts';
import type { Flow } from '../../machines/flow.ts';
import { registry } from '../../machines/registry.ts';
import { machineFiles } from '../paths/machineFiles.ts';
import { models } from '../paths/models.ts';
import { drawHappyPaths } from './overviews.ts';
import { systemBox } from './system.ts';

const root = join(import.meta.dirname, '..', '..');

export const documentsFolder = join(root, 'docs', 'machines');

/** The contents of docs/machines by file name: pictures and texts of every machine that has a model, and an index. */
export async function documents(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const summaries: MachineSummary[] = [];
  for (const [name, { machine }] of Object.entries(models)) {
    const { states, transitions } = coverageTargetsOf(machine);
    const source = `machines/${machineFiles.get(name) ?? `${name}.ts`}`;
    const about = machine.root.description ?? commentOf(source, readFileSync(join(root, source), 'utf8'));
    summaries.push({ name, source, about, states: states.size, transitions: transitions.size });
  }
  for (const each of summaries) {
    const machine = models[each.name]?.machine as AnyStateMachine;
    files.set(`${each.name}.svg`, await drawMachine(machine));
    const happyPaths = await drawHappyPaths(each.name);
    if (happyPaths !== null) files.set(`${each.name}-happy.svg`, happyPaths);
    const folded = await drawFolded(machine);
    if (folded !== null) files.set(`${each.name}-folded.svg`, folded);
    files.set(`${each.name}.txt`, textOf(graphOf(machine)));
    files.set(
      `${each.name}.md`,
      page(each, mermaid(graphOf(machine)), { happyPaths: happyPaths !== null, folded: folded !== null }),
    );
  }
  files.set('system.svg', await drawBoxes(systemBox()));
  files.set('README.md', index(summaries, await flowRows()));
  return files;
}

interface MachineSummary {
  readonly name: string;
  readonly source: string;
  readonly about: string;
  readonly states: number;
  readonly transitions: number;
}

/** The doc comment of a machine without a description: that of the last export before `.createMachine(`. */
export function commentOf(file: string, source: string): string {
  const before = source.slice(0, source.indexOf('.createMachine('));
  const comments = [...before.matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/\s*export (?:const|function) /gs)];
  const text = comments
    .at(-1)?.[1]
    ?.split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .join(' ')
    .trim();
  if (text === undefined) throw new Error(`${file}: the machine has no doc comment that says what it is for`);
  return text;
}

const GENERATED = '<!-- Written by `npm run diagrams`; changes made here are lost. -->';

const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The shorter pictures that a machine has in addition to the complete one. */
interface ShorterPictures {
  readonly happyPaths: boolean;
  readonly folded: boolean;
}

/** The complete picture. When shorter pictures exist, they come first and the complete one is collapsed. */
const pictures = (name: string, { happyPaths, folded }: ShorterPictures): string => {
  const whole = `![States and transitions of ${name}](${name}.svg)`;
  if (!happyPaths && !folded) return whole;
  return [
    ...(happyPaths ? [`![Happy paths of ${name}](${name}-happy.svg)`] : []),
    ...(folded ? [`![Phases of ${name} and their transitions](${name}-folded.svg)`] : []),
    `<details>
<summary>All states and transitions</summary>

${whole}

</details>`,
  ].join('\n\n');
};

const page = (
  { name, source, about, states, transitions }: MachineSummary,
  text: string,
  shorter: ShorterPictures,
): string => `${GENERATED}

# ${name}

${about}

[${source}](../../${source}), tested by [test/paths/models/${name}.ts](../../test/paths/models/${name}.ts):
${pluralize(states, 'state')}, ${pluralize(transitions, 'transition')}. [How to read it](../reviewing-a-flow.md) · [all of it as text](${name}.txt) · [all machines](README.md)

${pictures(name, shorter)}

<details>
<summary>States and transitions as Mermaid text</summary>

\`\`\`mermaid
${text}\`\`\`

</details>
`;

/** A table row for each flow of the registry. */
async function flowRows(): Promise<string[]> {
  const row = (when: string, { id, machine, needs }: Flow): string =>
    `| ${id} | [${machine.id}](${modelFile(machine)}.md) | ${when} | ${needs.join(', ') || '–'} |`;
  const lazy = Object.entries(registry.lazy).map(async ([group, load]) =>
    (await load()).map((flow) =>
      row(`with the first page that needs the ${group.replace(/Flows$/, '')} flows`, flow),
    ),
  );
  return [...registry.atStart.map((flow) => row('at the start', flow)), ...(await Promise.all(lazy)).flat()];
}

/** The name of a machine's document. All cached lists share the document of `resource`. */
const modelFile = ({ id }: Flow['machine']): string => (id in models ? id : 'resource');

const index = (machines: readonly MachineSummary[], flows: readonly string[]): string => `${GENERATED}

# The machines

Every flow of the site, drawn from its code by \`npm run diagrams\`; [how to read them](../reviewing-a-flow.md).

| machine | is | states | transitions |
| --- | --- | --- | --- |
${machines
  .map(
    ({ name, about, states, transitions }) =>
      `| [${name}](${name}.md) | ${about.replaceAll('|', '\\|')} | ${states} | ${transitions} |`,
  )
  .join('\n')}

## The registry

The flows of [machines/registry.ts](../../machines/registry.ts), which the root starts under these names, and the effects
(\`Effects\`) that each uses; [how to add one](../adding-a-flow.md).

| flow | machine | is loaded | uses |
| --- | --- | --- | --- |
${flows.join('\n')}

## The system

The actors with their parents and effects, and the events between them, as observed while every machine ran the paths of its
tests; \`rooms\`, \`member\` and the other cached lists are \`resource\` machines.

![The actors of the site and the events between them](system.svg)
`;
