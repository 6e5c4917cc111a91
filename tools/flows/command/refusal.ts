import type { AnyStateMachine } from 'xstate';

/** A failure that is explained to the person who gave the command, without a stack. */
export class Refusal extends Error {}

export type Machines = ReadonlyMap<string, AnyStateMachine>;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * What is made of a machine.
 *
 * @throws Refusal that names a machine from which it cannot be made
 */
export async function read<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new Refusal(`The machine ${name} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

/** The same of each machine, in their order. */
export async function readEach<Result>(
  machines: Machines,
  work: (name: string, machine: AnyStateMachine) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, machine] of machines) results.push(await read(name, () => work(name, machine)));
  return results;
}
