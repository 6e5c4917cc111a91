import type { Clock } from './engine/clock.ts';
import type { DeskFlow, SiteFlow } from './registry.ts';
import type { InitialData, PersistedState } from './engine/visit.ts';

/** The effects that do not belong to a flow. */
interface SystemEffects {
  readonly clock: Clock;
  /** The data of the prerendered page, shown before any call is made. */
  readonly initialData?: InitialData;
  readonly storage: {
    /** The state that was kept over a reload, without tokens and passwords (ruling 12). */
    load(): PersistedState;
    /** Removes what a person has typed about themselves (`withoutPersonalData`). */
    forgetPersonalData(): void;
  };
  /** The flow failed because of a bug. It is restarted, or stays stopped. */
  reportFailure(flow: string, error: unknown, isRestarted: boolean): void;
}

/**
 * Not generic: a generic type would distribute over the union and yield the effects of any flow instead of
 * all flows.
 */
type Needs = SiteFlow['logic'] extends (effects: infer All) => unknown ? All : never;
type DeskNeeds = DeskFlow['logic'] extends (effects: infer All) => unknown ? All : never;

/**
 * The interface between the flows and the outside world: the effects that each flow of the registry declares.
 * src/app/effects/effects.ts implements them for the browser; tests have other implementations. Promises reject with a Failure; an
 * `AbortSignal` is aborted when the result is no longer needed.
 */
export type Effects = SystemEffects & Needs;

/** For the desk's flows and the flows that the desk shares with the site. */
export type DeskEffects = Omit<SystemEffects, 'initialData' | 'storage'> &
  Pick<Effects, 'session' | 'connection'> &
  DeskNeeds;
