import type { AnyActorRef } from 'xstate';
import type { ShownBusiness } from '../../domain/content/business.ts';
import type { Clock } from './clock.ts';

/**
 * What a person has typed about themselves, which the browser keeps over a reload: the next user of the
 * browser must not see it. A flow adds its part where the type of that part is declared.
 */
export interface PersonalState {}

/**
 * The state that the browser keeps over a reload. A flow adds its part where the type of that part is
 * declared.
 */
export interface PersistedState extends PersonalState {}

export const noPersistedState: PersistedState = {};

/** Empty parts replace the stored ones. The compiler names a part that is missing here. */
const noPersonalState: Required<PersonalState> = { enquiries: {}, registration: null };

/**
 * The search and the chosen slots say nothing about a person. An open payment is shown only to its owner, and
 * a waiting-list request must outlast an expired session.
 */
export const withoutPersonalData = (persisted: PersistedState): PersistedState => ({
  ...persisted,
  ...noPersonalState,
});

/** Of a prerendered page. A flow adds its own data. */
export interface InitialData {
  /** The lowest price of an hour in paise, which the home page names; absent while there are no rooms. */
  readonly lowestPrice?: number;
  /** The business that the page names; absent while it is that of the build. */
  readonly business?: ShownBusiness;
}

/** The values from which a flow's input is made. */
export interface Visit {
  readonly clock: Clock;
  readonly persisted: PersistedState;
  readonly initialData: InitialData;
  /** The flows that are already running. */
  readonly system: AnyActorRef['system'];
}
