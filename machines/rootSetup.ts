import { type DoneActorEvent, type ErrorActorEvent, setup } from 'xstate';
import type { BlogPost, BlogResponse } from '../contract/blog.ts';
import type { Room } from '../contract/rooms.ts';
import type { blogMachine } from './blog.ts';
import type { checkoutMachine } from './checkout/checkout.ts';
import type { PersistedCheckout } from './checkout/setup.ts';
import type { Clock } from './clock.ts';
import { connectionMachine } from './connection.ts';
import type { EnquiryFields, EnquiryVariant, enquiryMachine } from './enquiry.ts';
import type { liveMachine } from './live.ts';
import { navigationMachine } from './navigation.ts';
import { notifierMachine } from './notifier.ts';
import type { registrationMachine } from './registration.ts';
import type { PersistedRegistration } from './registrationForm.ts';
import type { InitialResource } from './resource.ts';
import { bookingsMachine, memberMachine, type postMachine, roomsMachine } from './resources.ts';
import { type SearchCriteria, type SearchFields, searchMachine } from './search.ts';
import { sessionMachine } from './session.ts';
import type { PersistedSlots, slotsMachine } from './slots.ts';
import type { slotsId } from './system.ts';

export type RootEvent =
  /** Flows that only some pages need have come, with the first of those. */
  | { type: 'flows.brought'; flows: readonly (keyof LateLogic)[] }
  | { type: 'rooms.loaded'; rooms: readonly Room[] }
  | { type: 'search.applied'; criteria: SearchCriteria }
  /** The form has been changed since View Slots, or is again what the rooms are shown for. */
  | { type: 'search.edited'; isEdited: boolean }
  /** The day that the rooms are shown for is over. */
  | { type: 'search.ended' }
  /** What is known of a room's half-hours may be out of date; of every room's, when none is named. */
  | { type: 'slots.outdated'; roomId?: number | null }
  /** A flow that failed is to be started again now. */
  | { type: 'flow.restartDue'; flow: FlowId }
  /** A restarted flow has run for some time: its earlier failures no longer count. */
  | { type: 'flow.recovered'; flow: FlowId }
  /** The visitor asks for a flow that is down. */
  | { type: 'flow.restartRequested'; flow: FlowId }
  | { type: 'app.resumed' }
  /** An answer of the server has set the clock, for the first time or by more than it can be wrong. */
  | { type: 'clock.set' };

/** What the browser kept over a reload. */
export interface PersistedState {
  readonly search: SearchFields | null;
  readonly checkout: PersistedCheckout | null;
  readonly enquiries: Readonly<Partial<Record<EnquiryVariant, EnquiryFields | null>>>;
  readonly registration: PersistedRegistration | null;
  /** By room id. */
  readonly slots: Readonly<Record<number, PersistedSlots>>;
}

/** What a prerendered page brought along for the resources, by their flow. */
export interface InitialData {
  readonly rooms?: InitialResource<readonly Room[]>;
  readonly blog?: BlogResponse;
  readonly post?: InitialResource<BlogPost>;
}

/** The flows that come with the first page that needs them (machines/late); any number of them at a time. */
export type LateLogic = Partial<{
  slots: typeof slotsMachine;
  live: typeof liveMachine;
  checkout: typeof checkoutMachine;
  enquiry: typeof enquiryMachine;
  contact: typeof enquiryMachine;
  registration: typeof registrationMachine;
  blog: typeof blogMachine;
  post: typeof postMachine;
}>;

/** A flow below the root: one of those named here, or the actor of a room's slots. */
export type FlowId =
  (typeof flowsOfEveryPage)[number] | Exclude<keyof LateLogic, 'slots'> | ReturnType<typeof slotsId>;

interface RootInput {
  clock: Clock;
  persisted: PersistedState;
  initialData: InitialData;
  /** The late flows that are there from the start. */
  flows: readonly (keyof LateLogic)[];
}

export interface RootContext extends RootInput {
  /** Every room heard of. */
  known: readonly Room[];
  date: string | null;
  /** The rooms are shown for another search than the form holds now. */
  isSearchEdited: boolean;
  /** The rooms that have an actor, by its id. */
  rooms: readonly ReturnType<typeof slotsId>[];
  /** How often flows have failed since they last ran well. */
  failures: Partial<Record<FlowId, number>>;
  /** Flows that failed and have not been restarted, or not yet. */
  down: readonly FlowId[];
  /** Flows that start without what the browser had kept for them, because it may be why they failed. */
  withoutMemory: readonly FlowId[];
}

export type AnyRootEvent = RootEvent | DoneActorEvent | ErrorActorEvent;

/** The flows that run from start to end of the visit. */
export const flowsOfEveryPage = [
  'notifier',
  'navigation',
  'connection',
  'rooms',
  'member',
  'bookings',
  'search',
  'session',
] as const;

const actors = {
  notifier: notifierMachine,
  navigation: navigationMachine,
  connection: connectionMachine,
  session: sessionMachine,
  search: searchMachine,
  rooms: roomsMachine,
  member: memberMachine,
  bookings: bookingsMachine,
};

/** Types and flows of the root; what it does with them is in root.ts. */
export const rootSetup = setup({
  types: {
    context: {} as RootContext,
    events: {} as AnyRootEvent,
    input: {} as RootInput,
  },
  actors: actors as typeof actors & Required<LateLogic>,
}).extend({
  actions: {
    reportFailure: (_scope, _params: { isRestarted: boolean }) => {
      // Where a developer or an operator reads of it; provided by the composition root.
    },
  },
});
