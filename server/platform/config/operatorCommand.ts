/** Whether this runs from the sources, where scripts/from-source.mjs runs the commands. */
const isSource = import.meta.url.endsWith('.ts');

/** The arguments of an operator's command. From the sources, the arguments begin with the file that is run. */
export const commandArguments = (): readonly string[] => process.argv.slice(isSource ? 3 : 2);

/** How to run another of the commands: of a server without sources, `npm run` is not there. */
export const commandLine = (name: string, args: string): string =>
  isSource ? `npm run ${name} -- ${args}` : `node dist-server/${name}.js ${args}`;
