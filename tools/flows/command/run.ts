import { parseArgs, type ParseArgsConfig } from 'node:util';
import { resolve } from 'node:path';
import { diffFiles } from './diff.ts';
import { drawFiles } from './draw.ts';
import { lintText } from './lint.ts';
import { loadMachines } from './load.ts';
import { pathsText } from './paths.ts';
import { planText } from './plan.ts';
import { type Machines, CommandError } from './commandError.ts';
import { addToFolder, writeFolder } from './writeFolder.ts';

const USAGE = `flows draw  --machines <module> [--to <folder>]
  Writes each machine as a picture (SVG), as Mermaid text and as text, by default to flows-drawings.
flows paths --machines <module>
  Prints the states, transitions and paths of each machine, and what the paths leave out. The exit code is 1 when they leave
  out something reachable.
flows plan  --machines <module> [--format markdown|csv|gherkin]
  Prints the paths as steps for people.
flows lint  --machines <module>
  Prints problems that the compiler does not find. The exit code is 1 when there are problems.
flows diff [before] [after] --machines <module> [--out <folder>]
  Writes how the behaviour of the machines differs between two revisions, by default between main and the working tree.

<module> is the path of a module that exports machines or, except for diff, the name of an installed package. It may be given
several times. A command that fails prints the reason and exits with 2.
`;

export interface CommandResult {
  readonly out: string;
  readonly code: 0 | 1;
}

interface CommandInput {
  readonly folder: string;
  readonly modules: readonly string[];
  readonly positionals: readonly string[];
  readonly option: (name: string, otherwise: string) => string;
}

interface Command {
  /** Besides `--machines`. */
  readonly options: readonly string[];
  readonly maxPositionals: number;
  run(given: CommandInput): Promise<CommandResult>;
}

const load = ({ folder, modules }: CommandInput): Promise<Machines> => loadMachines(folder, modules);

const commands: Readonly<Record<string, Command>> = {
  draw: {
    options: ['to'],
    maxPositionals: 0,
    run: async (input) => {
      const machines = await load(input);
      const to = input.option('to', 'flows-drawings');
      addToFolder(resolve(input.folder, to), await drawFiles(machines));
      return { out: `${[...machines.keys()].join(', ')}: in ${to}/\n`, code: 0 };
    },
  },
  paths: {
    options: [],
    maxPositionals: 0,
    run: async (input) => {
      const { text, isComplete } = await pathsText(await load(input));
      return { out: text, code: isComplete ? 0 : 1 };
    },
  },
  plan: {
    options: ['format'],
    maxPositionals: 0,
    run: async (input) => ({
      out: await planText(await load(input), input.option('format', 'markdown')),
      code: 0,
    }),
  },
  lint: {
    options: [],
    maxPositionals: 0,
    run: async (input) => {
      const { text, isClean } = await lintText(await load(input));
      return { out: text, code: isClean ? 0 : 1 };
    },
  },
  diff: {
    options: ['out'],
    maxPositionals: 2,
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
 * Runs a command line.
 *
 * @param folder the working folder
 * @throws CommandError when the command cannot be run
 */
export async function run(args: readonly string[], folder: string): Promise<CommandResult> {
  const [name = '', ...rest] = args;
  if (['help', '--help', '-h'].some((flag) => args.includes(flag))) return { out: USAGE, code: 0 };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined)
    throw new CommandError(name === '' ? USAGE : `There is no command "${name}".\n\n${USAGE}`);
  const { values, positionals } = parseOptions(rest, command.options);
  const modules = (values['machines'] ?? []) as string[];
  if (modules.length === 0) throw new CommandError(`${name} needs --machines <module>.\n\n${USAGE}`);
  if (positionals.length > command.maxPositionals)
    throw new CommandError(`${name} takes no "${positionals[command.maxPositionals]}".\n\n${USAGE}`);
  const option = (optionName: string, fallback: string): string => {
    const value = (values[optionName] as string | undefined) ?? fallback;
    if (value === '') throw new CommandError(`--${optionName} is empty.`);
    return value;
  };
  return command.run({ folder, modules, positionals, option });
}

function parseOptions(args: readonly string[], options: readonly string[]) {
  const commandOptions = Object.fromEntries(options.map((option) => [option, { type: 'string' } as const]));
  const all: ParseArgsConfig['options'] = { machines: { type: 'string', multiple: true }, ...commandOptions };
  try {
    return parseArgs({ args: [...args], options: all, allowPositionals: true });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
