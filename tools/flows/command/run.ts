import { createRequire } from 'node:module';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { commands } from './commands.ts';
import { CommandError } from './commandError.ts';
import { loadMachines } from './load.ts';
import { choose } from './names.ts';

const helpOf = (names: readonly string[]): string => `${names
  .map((name) => `flows ${name} --machines <module>${commands[name]?.help}\n`)
  .join('')}
--machines <module>  the path of a module that exports machines or, except for diff, an installed package; may be repeated
--only <name>        only the machine of this name; may be repeated
--json               the result as JSON
--verbose            what the modules print, and the stack of an error
--help, --version

A command that fails prints the reason and exits with 2.
`;

/**
 * Runs a command line.
 *
 * @param folder the working folder
 * @throws CommandError when the command cannot be run
 */
export async function run(args: readonly string[], folder: string): Promise<{ out: string; code: 0 | 1 }> {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const known = Object.keys(commands);
  if (['help', '--help', '-h'].some((flag) => args.includes(flag)))
    return { out: helpOf(command === undefined ? known : [name]), code: 0 };
  if (args.includes('--version')) {
    const { version } = createRequire(import.meta.url)('xstate-flows/package.json') as { version: string };
    return { out: `${version}\n`, code: 0 };
  }
  const refuse = (reason: string): never => {
    throw new CommandError(`${reason} See flows ${command === undefined ? '' : `${name} `}--help.`);
  };
  if (command === undefined)
    return refuse(`There is no command${name && ` "${name}"`}; there are: ${known.join(', ')}.`);
  const { values, positionals } = parse(rest, command.options);
  const { machines: modules, only } = values as Record<'machines' | 'only', string[]>;
  if (modules.length === 0) refuse(`${name} needs --machines <module>.`);
  const extra = positionals[command.maxPositionals ?? 0];
  if (extra !== undefined) refuse(`${name} takes no "${extra}".`);
  const load = async () => choose(await loadMachines(folder, modules), only);
  const option = (key: string, otherwise: string): string => {
    const value = (values[key] as string | undefined) ?? otherwise;
    return value === '' ? refuse(`--${key} is empty.`) : value;
  };
  const { text, data, code = 0 } = await command.run({ folder, modules, only, positionals, load, option });
  return { out: values['json'] === true ? `${JSON.stringify(data, null, 2)}\n` : text, code };
}

function parse(args: readonly string[], options: readonly string[] = []) {
  const all: ParseArgsConfig['options'] = {
    machines: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', multiple: true, default: [] },
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
