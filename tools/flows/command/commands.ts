import { resolve } from 'node:path';
import { drawMachine } from '../drawing.ts';
import { drawFolded } from '../folding.ts';
import { graphOf } from '../graph.ts';
import { lintMachine } from '../lint.ts';
import { deadEnds } from '../lint/deadEnds.ts';
import { mermaid } from '../mermaid.ts';
import { coverageRow } from '../pathReport.ts';
import { planFormats, planOf } from '../plan.ts';
import { structuralPaths } from '../structuralPaths.ts';
import { textOf } from '../text.ts';
import { type Machines, CommandError, mapMachines } from './commandError.ts';
import { diffFiles } from './diff.ts';
import { addToFolder, writeFolder } from './writeFolder.ts';

interface CommandInput {
  readonly folder: string;
  readonly modules: readonly string[];
  readonly only: readonly string[];
  readonly positionals: readonly string[];
  /** The chosen machines. */
  readonly load: () => Promise<Machines>;
  readonly option: (name: string, otherwise: string) => string;
}

export interface Command {
  /** The arguments, and what the command does. */
  readonly help: string;
  readonly options?: readonly string[];
  /** By default none. */
  readonly maxPositionals?: number;
  /** Its result as text and, for `--json`, as data. */
  readonly run: (input: CommandInput) => Promise<{ text: string; data: object; code?: 0 | 1 }>;
}

function requireOneOf(name: string, value: string, known: readonly string[]): void {
  if (!known.includes(value))
    throw new CommandError(`There is no ${name} "${value}"; there are: ${known.join(', ')}.`);
}

const asLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

const draw: Command = {
  help: ` [--to <folder>]
  Draws each machine as a picture (.svg), a large one also with folded states (-folded.svg), as Mermaid (.mmd) and as text
  (.txt), by default in flows-drawings. Other files of the folder are kept.`,
  options: ['to'],
  run: async ({ folder, load, option }) => {
    const machines = await mapMachines(await load(), async (name, machine) => {
      const folded = await drawFolded(machine);
      const files = {
        [`${name}.svg`]: await drawMachine(machine),
        ...(folded !== null && { [`${name}-folded.svg`]: folded }),
        [`${name}.mmd`]: mermaid(graphOf(machine)),
        [`${name}.txt`]: textOf(graphOf(machine)),
      };
      return { name, files };
    });
    const to = option('to', 'flows-drawings');
    addToFolder(resolve(folder, to), new Map(machines.flatMap(({ files }) => Object.entries(files))));
    const data = machines.map(({ name, files }) => ({ name, files: Object.keys(files) }));
    const text = `${data.map(({ name }) => name).join(', ')}: in ${to}/\n`;
    return { text, data: { folder: to, machines: data } };
  },
};

const paths: Command = {
  help: `
  Prints the states, transitions and paths of each machine, the coverage of the paths, and what they leave out. The exit code is
  1 if they leave out something reachable.`,
  run: async ({ load }) => {
    const machines = await mapMachines(await load(), (name, machine) => {
      const coverage = structuralPaths(machine);
      const dead = new Set(deadEnds(machine).flatMap(({ ids }) => ids));
      const noPath = coverage.missing.filter((id) => !dead.has(id));
      const unreachable = coverage.missing.filter((id) => dead.has(id));
      return { name, coverage, noPath, unreachable };
    });
    const lines = machines.flatMap(({ name, coverage, noPath, unreachable }) => [
      coverageRow(name, coverage),
      ...noPath.map((id) => `  no path: ${id}`),
      ...unreachable.map((id) => `  cannot be reached: ${id}`),
    ]);
    return {
      text: asLines(lines),
      data: { machines: machines.map(({ coverage, ...rest }) => ({ ...coverage, ...rest })) },
      code: machines.every(({ noPath }) => noPath.length === 0) ? 0 : 1,
    };
  },
};

const plan: Command = {
  help: ` [--format markdown|csv|gherkin]
  Prints the paths as steps for people.`,
  options: ['format'],
  run: async ({ load, option }) => {
    const format = option('format', 'markdown');
    requireOneOf('format', format, Object.keys(planFormats));
    const plans = await mapMachines(await load(), (name, machine) =>
      planOf(name, machine, structuralPaths(machine).paths),
    );
    return { text: planFormats[format]?.(plans) ?? '', data: { machines: plans } };
  },
};

const lint: Command = {
  help: ` [--rules correctness|house]
  Prints faults that the compiler does not find, with the house rules also invokes without an id or an onError, and guards
  without a name. The exit code is 1 if there are any.`,
  options: ['rules'],
  run: async ({ load, option }) => {
    const rules = option('rules', 'correctness');
    requireOneOf('set of rules', rules, ['correctness', 'house']);
    const machines = await load();
    const found = await mapMachines(machines, (name, machine) =>
      lintMachine(machine, { house: rules === 'house' }).map((text) => ({ machine: name, text })),
    );
    const findings = found.flat();
    const total = `${count(machines.size, 'machine')}, ${count(findings.length, 'finding')}`;
    return {
      text: asLines([...findings.map(({ machine, text }) => `${machine}: ${text}`), total]),
      data: { machines: [...machines.keys()], findings },
      code: findings.length === 0 ? 0 : 1,
    };
  },
};

const diff: Command = {
  help: ` [before] [after] [--out <folder>]
  Writes how the behaviour of the machines differs between two revisions of the Git repository, by default between main and the
  working tree: a summary in words, and a picture of each machine that differs. The folder, by default flows-diff, is replaced.`,
  options: ['out'],
  maxPositionals: 2,
  run: async ({ folder, modules, only, positionals, option }) => {
    const [before = 'main', after = null] = positionals;
    const { files, machines } = await diffFiles({ project: folder, modules, only, before, after });
    const out = option('out', 'flows-diff');
    writeFolder(resolve(folder, out), files);
    const names = [...files.keys()];
    return {
      text: `${files.get('summary.md')}\nIn ${out}/: ${names.join(', ')}\n`,
      data: { before, after, folder: out, files: names, machines },
    };
  },
};

export const commands: Readonly<Record<string, Command>> = { draw, paths, plan, lint, diff };
