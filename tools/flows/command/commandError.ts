import type { AnyStateMachine } from 'xstate';

/** An error that the command prints as a message for users, without a stack. */
export class CommandError extends Error {}

export type Machines = ReadonlyMap<string, AnyStateMachine>;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Does some work on a machine.
 *
 * @throws CommandError that names the machine if the work fails
 */
export async function withMachineName<Result>(
  name: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new CommandError(`The machine ${name} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

/** Does the same work on each machine, in order. */
export async function mapMachines<Result>(
  machines: Machines,
  work: (name: string, machine: AnyStateMachine) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, machine] of machines)
    results.push(await withMachineName(name, () => work(name, machine)));
  return results;
}
