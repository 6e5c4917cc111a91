import type { Load } from './visitors/load.ts';
import type { Testbed, TestbedOptions } from './testbed.ts';

/** A rehearsed failure. */
export interface Drill {
  readonly name: string;
  /** Why this machine cannot run the drill, or null. */
  readonly skip?: () => string | null;
  /** Returns the options of the testbed, and a function that cleans up after the drill. */
  readonly prepare?: () => { options: TestbedOptions; cleanUp: () => void | Promise<void> };
  /** Causes the failure once under load and resolves after its end. Returns further problems as text. */
  fail(testbed: Testbed, load: Load, round: number): Promise<readonly string[] | void>;
}
