import type { Clock } from './clock.ts';
import type { AnyFlow } from './registry.ts';
import type { InitialData, PersistedState } from './visit.ts';

/** What the system as a whole needs of the world. */
interface World {
  readonly clock: Clock;
  /** What the page was prerendered with; shown before any call is made. */
  readonly initialData?: InitialData;
  readonly storage: {
    /** What the browser keeps over a reload, without tokens or passwords (ruling 12). */
    load(): PersistedState;
  };
  /** A flow failed by a bug, and is restarted or stays down (decision 25). */
  reportFailure(flow: string, error: unknown, isRestarted: boolean): void;
}

/** Not generic: over a union it would be distributed, and give what any flow needs instead of what all of them do. */
type Needs = AnyFlow['logic'] extends (effects: infer All) => unknown ? All : never;

/**
 * Everything that the flows do to the world: what each flow of the registry says that it needs. The browser's composition root
 * provides it (src/effects/effects.ts), tests provide theirs. Promises reject with a Failure; an `AbortSignal` fires when
 * the answer is no longer waited for.
 */
export type Effects = World & Needs;
