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
  readonly option: (name: string) => string;
}

interface Option {
  /** What its value is, for the help. */
  readonly value: string;
  readonly default: string;
  readonly text: string;
}

export interface Command {
  readonly text: string;
  readonly positionals?: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** Its result as text and, for `--json`, as data. */
  run(input: CommandInput): Promise<{ text: string; data: object; code?: 0 | 1 }>;
}

/** @throws CommandError if it is none of them */
const oneOf = (name: string, value: string, known: readonly string[]): string => {
  if (known.includes(value)) return value;
  throw new CommandError(`There is no ${name} "${value}"; there are: ${known.join(', ')}.`);
};

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

const draw: Command = {
  text: 'Draws each machine as a picture (.svg), a large one also with folded states (-folded.svg), as Mermaid (.mmd) and as text (.txt). Other files of the folder are kept.',
  options: { to: { value: '<folder>', default: 'flows-drawings', text: 'where the files are written' } },
  run: async ({ folder, load, option }) => {
    const machines = await mapMachines(await load(), async (name, machine) => {
      const graph = graphOf(machine);
      const folded = await drawFolded(machine);
      const files = new Map([
        [`${name}.svg`, await drawMachine(machine)],
        ...(folded === null ? [] : [[`${name}-folded.svg`, folded] as const]),
        [`${name}.mmd`, mermaid(graph)],
        [`${name}.txt`, textOf(graph)],
      ]);
      return { name, files };
    });
    const to = option('to');
    addToFolder(resolve(folder, to), new Map(machines.flatMap(({ files }) => [...files])));
    return {
      text: `${machines.map(({ name }) => name).join(', ')}: in ${to}/\n`,
      data: {
        folder: to,
        machines: machines.map(({ name, files }) => ({ name, files: [...files.keys()] })),
      },
    };
  },
};

const paths: Command = {
  text: 'Prints the states, transitions and paths of each machine, the coverage of the paths, and what they leave out. The exit code is 1 if they leave out something reachable.',
  options: {},
  run: async ({ load }) => {
    const machines = await mapMachines(await load(), (name, machine) => {
      const coverage = structuralPaths(machine);
      const dead = new Set(deadEnds(machine).flatMap(({ ids }) => ids));
      const noPath = coverage.missing.filter((id) => !dead.has(id));
      const unreachable = coverage.missing.filter((id) => dead.has(id));
      const lines = [
        coverageRow(name, coverage),
        ...noPath.map((id) => `  no path: ${id}`),
        ...unreachable.map((id) => `  cannot be reached: ${id}`),
      ];
      const { states, transitions } = coverage;
      return { lines, data: { name, states, transitions, paths: coverage.paths, noPath, unreachable } };
    });
    return {
      text: machines.flatMap(({ lines }) => lines.map((line) => `${line}\n`)).join(''),
      data: { machines: machines.map(({ data }) => data) },
      code: machines.every(({ data }) => data.noPath.length === 0) ? 0 : 1,
    };
  },
};

const plan: Command = {
  text: 'Prints the paths as steps for people.',
  options: {
    format: { value: Object.keys(planFormats).join('|'), default: 'markdown', text: 'how they are written' },
  },
  run: async ({ load, option }) => {
    const write = planFormats[oneOf('format', option('format'), Object.keys(planFormats))];
    const plans = await mapMachines(await load(), (name, machine) =>
      planOf(name, machine, structuralPaths(machine).paths),
    );
    return { text: write?.(plans) ?? '', data: { machines: plans } };
  },
};

const lint: Command = {
  text: 'Prints faults that the compiler does not find. The exit code is 1 if there are any.',
  options: {
    rules: {
      value: 'correctness|house',
      default: 'correctness',
      text: 'house: also that each invoke has an id, and each guard a name',
    },
  },
  run: async ({ load, option }) => {
    const rules = oneOf('set of rules', option('rules'), ['correctness', 'house']);
    const machines = await load();
    const findings = (
      await mapMachines(machines, (name, machine) =>
        lintMachine(machine, { house: rules === 'house' }).map((text) => ({ machine: name, text })),
      )
    ).flat();
    const lines = [
      ...findings.map(({ machine, text }) => `${machine}: ${text}`),
      `${count(machines.size, 'machine')}, ${count(findings.length, 'finding')}`,
    ];
    return {
      text: lines.map((line) => `${line}\n`).join(''),
      data: { machines: [...machines.keys()], findings },
      code: findings.length === 0 ? 0 : 1,
    };
  },
};

const diff: Command = {
  text: 'Writes how the behaviour of the machines differs between two revisions of the Git repository, by default between main and the working tree: a summary in words, and a picture of each machine that differs. Modules are paths. The folder is replaced.',
  positionals: ['before', 'after'],
  options: { out: { value: '<folder>', default: 'flows-diff', text: 'where the files are written' } },
  run: async ({ folder, modules, only, positionals, option }) => {
    const [before = 'main', after = null] = positionals;
    const { files, machines } = await diffFiles({ project: folder, modules, only, before, after });
    const out = option('out');
    writeFolder(resolve(folder, out), files);
    return {
      text: `${files.get('summary.md')}\nIn ${out}/: ${[...files.keys()].join(', ')}\n`,
      data: { before, after, folder: out, files: [...files.keys()], machines },
    };
  },
};

export const commands: Readonly<Record<string, Command>> = { draw, paths, plan, lint, diff };
