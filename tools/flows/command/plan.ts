import { planFormats, planOf } from '../plan.ts';
import { structuralPaths } from '../structuralPaths.ts';
import { type Machines, readEach, Refusal } from './refusal.ts';

/**
 * What `flows plan` prints: the paths through the structure of each machine as steps that people read.
 *
 * @throws Refusal for a format that does not exist
 */
export async function planText(machines: Machines, format: string): Promise<string> {
  const write = Object.hasOwn(planFormats, format) ? planFormats[format] : undefined;
  if (write === undefined)
    throw new Refusal(`There is no format "${format}"; there are: ${Object.keys(planFormats).join(', ')}.`);
  return write(
    await readEach(machines, (name, machine) => planOf(name, machine, structuralPaths(machine).paths)),
  );
}
