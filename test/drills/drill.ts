import type { Load } from './load.ts';
import type { Stage, StageOptions } from './stage.ts';

/** One kind of trouble. */
export interface Drill {
  readonly name: string;
  /** Why it cannot be done here; null when it can. */
  readonly skip?: () => string | null;
  /** What its stage needs, and how to tidy up after it. */
  readonly prepare?: () => { options: StageOptions; done: () => void | Promise<void> };
  /** One round under load; resolves when the trouble is over. Gives what went wrong besides what is counted, in words. */
  trouble(stage: Stage, load: Load, round: number): Promise<readonly string[] | void>;
}
