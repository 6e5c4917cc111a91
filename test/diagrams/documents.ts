import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { drawBoxes, drawMachine } from '../../tools/flows/drawing.ts';
import { drawFolded } from '../../tools/flows/folding.ts';
import { graphOf } from '../../tools/flows/graph.ts';
import { mermaid } from '../../tools/flows/mermaid.ts';
import { coverageTargetsOf } from '../../tools/flows/paths.ts';
import { textOf } from '../../tools/flows/text.ts';
import type { Flow } from '../../machines/engine/flow.ts';
import { registry } from '../../machines/registry.ts';
import { machineFiles } from '../paths/machineFiles.ts';
import { models } from '../paths/models.ts';
import type { MachineModel } from '../paths/paths.ts';
import { drawHappyPaths } from './overviews.ts';
import { systemBox } from './system.ts';

const root = join(import.meta.dirname, '..', '..');

export const documentsFolder = join(root, 'docs', 'machines');

export interface Documents {
  readonly files: Map<string, string>;
  /** Of machines that cannot be drawn, described or run, by name. The other machines are drawn all the same. */
  readonly problems: readonly string[];
}

/**
 * Checked-in contents of docs/machines by file name: a picture of every machine that has a model, one of the system, and an
 * index.
 */
export async function documents(of: Readonly<Record<string, MachineModel>> = models): Promise<Documents> {
  const files = new Map<string, string>();
  const summaries: MachineSummary[] = [];
  const problems: string[] = [];
  const report = (name: string, error: unknown): unknown => problems.push(`${name}: ${String(error)}`);
  for (const [name, { machine }] of Object.entries(of)) {
    try {
      files.set(`${name}.svg`, await drawMachine(machine));
      const { states, transitions } = coverageTargetsOf(machine);
      const source = `machines/${machineFiles.get(name) ?? `${name}.ts`}`;
      const about = machine.root.description ?? commentOf(source, readFileSync(join(root, source), 'utf8'));
      summaries.push({ name, source, about, states: states.size, transitions: transitions.size });
    } catch (error) {
      report(name, error);
    }
  }
  files.set('system.svg', await drawBoxes(systemBox(of, report)));
  files.set('README.md', index(summaries, await flowRows()));
  return { files, problems };
}

/** Further views, which git ignores: large machines with folded states and their happy paths, and every machine as text. */
export async function furtherViews(
  names: readonly string[] = Object.keys(models),
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const add = (name: string, content: string | null) => content !== null && files.set(name, content);
  for (const name of names) {
    const machine = models[name]?.machine as AnyStateMachine;
    add(`${name}-happy.svg`, await drawHappyPaths(name));
    add(`${name}-folded.svg`, await drawFolded(machine));
    add(`${name}.txt`, textOf(graphOf(machine)));
    add(`${name}.mmd`, mermaid(graphOf(machine)));
  }
  return files;
}

interface MachineSummary {
  readonly name: string;
  readonly source: string;
  readonly about: string;
  readonly states: number;
  readonly transitions: number;
}

/** Of the last export before `.createMachine(`, for a machine without a description. */
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

/** A table row for each flow of the registry. */
async function flowRows(): Promise<string[]> {
  const row = (when: string, { id, machine, needs }: Flow): string =>
    `| ${id} | [${machine.id}](${modelFile(machine)}.svg) | ${when} | ${needs.join(', ') || '–'} |`;
  const lazy = Object.entries(registry.lazy).map(async ([group, load]) =>
    (await load()).map((flow) =>
      row(`with the first page that needs the ${group.replace(/Flows$/, '')} flows`, flow),
    ),
  );
  return [...registry.atStart.map((flow) => row('at the start', flow)), ...(await Promise.all(lazy)).flat()];
}

/** All cached lists share the picture of `resource`. */
const modelFile = ({ id }: Flow['machine']): string => (id in models ? id : 'resource');

const index = (machines: readonly MachineSummary[], flows: readonly string[]): string => `${GENERATED}

# The machines

Every flow of the site, drawn from its code by \`npm run diagrams\`; [how to read them](../reviewing-a-flow.md).
\`npm run diagrams -- --all\` also writes shorter pictures of large machines, Mermaid text (\`.mmd\`) and one fact per line
(\`.txt\`) here.

| machine | is | states | transitions | source |
| --- | --- | --- | --- | --- |
${machines
  .map(
    ({ name, source, about, states, transitions }) =>
      `| [${name}](${name}.svg) | ${about.replaceAll('|', '\\|')} | ${states} | ${transitions} | [machine](../../${source}), [model](../../test/paths/models/${name}.ts) |`,
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
