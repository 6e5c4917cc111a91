import type { AnyStateMachine } from 'xstate';

/** An error for users: its message is one or two lines. */
export class CommandError extends Error {}

export type Machines = ReadonlyMap<string, AnyStateMachine>;

/**
 * Does the same work on each machine, in order.
 *
 * @throws CommandError that names the machine if the work fails
 */
export async function mapMachines<Result>(
  machines: Machines,
  work: (name: string, machine: AnyStateMachine) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, machine] of machines) {
    try {
      results.push(await work(name, machine));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandError(`The machine ${name} cannot be read: ${reason}`, { cause: error });
    }
  }
  return results;
}
