import { planFormats, planOf } from '../plan.ts';
import { structuralPaths } from '../structuralPaths.ts';
import { type Machines, mapMachines, CommandError } from './commandError.ts';

/**
 * The output of `flows plan`: the paths through the structure of each machine as steps for people.
 *
 * @throws CommandError for an unknown format
 */
export async function planText(machines: Machines, format: string): Promise<string> {
  const write = Object.hasOwn(planFormats, format) ? planFormats[format] : undefined;
  if (write === undefined)
    throw new CommandError(
      `There is no format "${format}"; there are: ${Object.keys(planFormats).join(', ')}.`,
    );
  return write(
    await mapMachines(machines, (name, machine) => planOf(name, machine, structuralPaths(machine).paths)),
  );
}
