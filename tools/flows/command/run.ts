import { createRequire } from 'node:module';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { type Command, commands } from './commands.ts';
import { CommandError } from './commandError.ts';
import { loadMachines } from './load.ts';
import { choose } from './names.ts';

export interface CommandResult {
  readonly out: string;
  readonly code: 0 | 1;
}

const COMMON_OPTIONS = `--machines <module>  the path of a module that exports machines, or an installed package; may be repeated
--only <name>  only this machine; may be repeated
--json  print the result as JSON
--verbose  print the stack of an error
--help, --version`;

const indented = (text: string): string => text.replace(/^/gm, '  ');

const usageOf = (name: string, { positionals = [] }: Command): string =>
  ['flows', name, ...positionals.map((each) => `[${each}]`), '--machines <module>'].join(' ');

const helpOf = (name: string, command: Command): string => {
  const options = Object.entries(command.options).map(
    ([option, { value, default: otherwise, text }]) =>
      `--${option} ${value}  ${text} (default: ${otherwise})\n`,
  );
  return `${usageOf(name, command)}\n\n${command.text}\n\n${indented(options.join('') + COMMON_OPTIONS)}\n`;
};

const HELP = `${Object.entries(commands)
  .map(([name, command]) => `${usageOf(name, command)}\n${indented(command.text)}`)
  .join('\n')}\n
${indented(COMMON_OPTIONS)}\n
A command that fails prints the reason and exits with 2. flows <command> --help has the options of a command.\n`;

/**
 * Runs a command line.
 *
 * @param folder the working folder
 * @throws CommandError when the command cannot be run
 */
export async function run(args: readonly string[], folder: string): Promise<CommandResult> {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (['help', '--help', '-h'].some((flag) => args.includes(flag)))
    return { out: command === undefined ? HELP : helpOf(name, command), code: 0 };
  if (name === '--version') return { out: `${version()}\n`, code: 0 };
  if (command === undefined)
    throw new CommandError(
      `${name === '' ? 'A command is missing' : `There is no command "${name}"`}; there are: ${Object.keys(commands).join(', ')}. See flows --help.`,
    );
  const { values, positionals } = parse(rest, Object.keys(command.options));
  const list = (option: string): string[] => (values[option] ?? []) as string[];
  const modules = list('machines');
  if (modules.length === 0)
    throw new CommandError(`${name} needs --machines <module>. See flows ${name} --help.`);
  const extra = positionals[command.positionals?.length ?? 0];
  if (extra !== undefined) throw new CommandError(`${name} takes no "${extra}". See flows ${name} --help.`);
  const {
    text,
    data,
    code = 0,
  } = await command.run({
    folder,
    modules,
    only: list('only'),
    positionals,
    load: async () => choose(await loadMachines(folder, modules), list('only')),
    option: (option) => {
      const value = (values[option] as string | undefined) ?? command.options[option]?.default ?? '';
      if (value === '') throw new CommandError(`--${option} is empty.`);
      return value;
    },
  });
  return { out: values['json'] === true ? `${JSON.stringify(data, null, 2)}\n` : text, code };
}

/** Of the package, in the sources as in the published files. */
const version = (): string =>
  (createRequire(import.meta.url)('xstate-flows/package.json') as { version: string }).version;

function parse(args: readonly string[], options: readonly string[]) {
  const all: ParseArgsConfig['options'] = {
    machines: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    verbose: { type: 'boolean' },
    ...Object.fromEntries(options.map((option) => [option, { type: 'string' } as const])),
  };
  try {
    return parseArgs({ args: [...args], options: all, allowPositionals: true });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
