import type { Clock } from './clock.ts';
import type { DeskFlow, SiteFlow } from './registry.ts';
import type { InitialData, PersistedState } from './visit.ts';

/** The effects of the system as a whole. */
interface SystemEffects {
  readonly clock: Clock;
  /** The prerendered page's data, shown before any call is made. */
  readonly initialData?: InitialData;
  readonly storage: {
    /** The state kept over a reload, without tokens or passwords (ruling 12). */
    load(): PersistedState;
  };
  /** A flow failed because of a bug, and is restarted or stays down (decision 25). */
  reportFailure(flow: string, error: unknown, isRestarted: boolean): void;
}

/** Not generic: it would distribute over a union, and give the effects of any flow instead of those of all flows. */
type Needs = SiteFlow['logic'] extends (effects: infer All) => unknown ? All : never;
type DeskNeeds = DeskFlow['logic'] extends (effects: infer All) => unknown ? All : never;

/**
 * The interface between the flows and the outside world: the effects that each flow of the registry declares. The
 * browser's composition root provides them (src/effects/effects.ts), tests provide theirs. Promises reject with a
 * Failure; an `AbortSignal` is aborted when the result is no longer needed.
 */
export type Effects = SystemEffects & Needs;

/** The same for the flows of the desk, and those that it shares with the site. */
export type DeskEffects = Omit<SystemEffects, 'initialData' | 'storage'> &
  Pick<Effects, 'session' | 'connection'> &
  DeskNeeds;
