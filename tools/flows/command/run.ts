import { parseArgs, type ParseArgsConfig } from 'node:util';
import { resolve } from 'node:path';
import { diffFiles } from './diff.ts';
import { drawFiles } from './draw.ts';
import { lintText } from './lint.ts';
import { machinesIn } from './load.ts';
import { walkedPaths } from './paths.ts';
import { planText } from './plan.ts';
import { type Machines, Refusal } from './refusal.ts';
import { addToFolder, writeFolder } from './writeFolder.ts';

const USAGE = `flows draw  --machines <module> [--to <folder>]
  Each machine as a picture (SVG), as Mermaid text and as text; in flows-drawings by default.
flows paths --machines <module>
  Walks the structure of each machine: its states, transitions and paths, and what these leave out. Exit code 1 when they
  leave out what can be reached.
flows plan  --machines <module> [--format markdown|csv|gherkin]
  The paths as steps that people read.
flows lint  --machines <module>
  What the compiler does not find. Exit code 1 when there is something.
flows diff [before] [after] --machines <module> [--out <folder>]
  What the machines do in another way in one revision than in another: by default, in the files as they are now than in main.

<module> is the path of a module that exports machines or, but for diff, the name of an installed package. It may be given
several times. A command that cannot be done says why and has the exit code 2.
`;

export interface Printed {
  readonly out: string;
  readonly code: 0 | 1;
}

interface Given {
  /** The folder in which the command is given. */
  readonly folder: string;
  readonly modules: readonly string[];
  readonly positionals: readonly string[];
  /** The option with a value of its own, or its default. */
  readonly option: (name: string, otherwise: string) => string;
}

interface Command {
  /** The options that it has beside `--machines`. */
  readonly options: readonly string[];
  readonly mostPositionals: number;
  run(given: Given): Promise<Printed>;
}

const load = ({ folder, modules }: Given): Promise<Machines> => machinesIn(folder, modules);

const commands: Readonly<Record<string, Command>> = {
  draw: {
    options: ['to'],
    mostPositionals: 0,
    run: async (given) => {
      const machines = await load(given);
      const to = given.option('to', 'flows-drawings');
      addToFolder(resolve(given.folder, to), await drawFiles(machines));
      return { out: `${[...machines.keys()].join(', ')}: in ${to}/\n`, code: 0 };
    },
  },
  paths: {
    options: [],
    mostPositionals: 0,
    run: async (given) => {
      const { text, isWhole } = await walkedPaths(await load(given));
      return { out: text, code: isWhole ? 0 : 1 };
    },
  },
  plan: {
    options: ['format'],
    mostPositionals: 0,
    run: async (given) => ({
      out: await planText(await load(given), given.option('format', 'markdown')),
      code: 0,
    }),
  },
  lint: {
    options: [],
    mostPositionals: 0,
    run: async (given) => {
      const { text, isClean } = await lintText(await load(given));
      return { out: text, code: isClean ? 0 : 1 };
    },
  },
  diff: {
    options: ['out'],
    mostPositionals: 2,
    run: async ({ folder, modules, positionals, option }) => {
      const [before = 'main', after = null] = positionals;
      const files = await diffFiles({ project: folder, modules, before, after });
      const out = option('out', 'flows-diff');
      writeFolder(resolve(folder, out), files);
      return {
        out: `${files.get('summary.md')}\nIn ${out}/: ${[...files.keys()].join(', ')}\n`,
        code: 0,
      };
    },
  },
};

/**
 * Does what is asked for on the command line.
 *
 * @param folder the one in which the command is given
 * @throws Refusal when it cannot be done
 */
export async function run(args: readonly string[], folder: string): Promise<Printed> {
  const [name = '', ...others] = args;
  if (['help', '--help', '-h'].some((asked) => args.includes(asked))) return { out: USAGE, code: 0 };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined)
    throw new Refusal(name === '' ? USAGE : `There is no command "${name}".\n\n${USAGE}`);
  const { values, positionals } = parsed(others, command.options);
  const modules = (values['machines'] ?? []) as string[];
  if (modules.length === 0) throw new Refusal(`${name} needs --machines <module>.\n\n${USAGE}`);
  if (positionals.length > command.mostPositionals)
    throw new Refusal(`${name} takes no "${positionals[command.mostPositionals]}".\n\n${USAGE}`);
  const option = (asked: string, otherwise: string): string => {
    const value = (values[asked] as string | undefined) ?? otherwise;
    if (value === '') throw new Refusal(`--${asked} is empty.`);
    return value;
  };
  return command.run({ folder, modules, positionals, option });
}

function parsed(args: readonly string[], options: readonly string[]) {
  const own = Object.fromEntries(options.map((option) => [option, { type: 'string' } as const]));
  const all: ParseArgsConfig['options'] = { machines: { type: 'string', multiple: true }, ...own };
  try {
    return parseArgs({ args: [...args], options: all, allowPositionals: true });
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
