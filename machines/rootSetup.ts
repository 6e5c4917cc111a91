import { type AnyActorLogic, type DoneActorEvent, type ErrorActorEvent, setup } from 'xstate';
import type { Room } from '../contract/rooms.ts';
import type { Clock } from './clock.ts';
import type { Flow } from './flow.ts';
import type { FlowName } from './registry.ts';
import type { slotsId } from './system.ts';
import type { InitialData, PersistedState } from './visit.ts';
import type { RootEvent } from './events/root.ts';

/** A flow below the root: one of the registry, or the actor of a room's slots. */
export type FlowId = Exclude<FlowName, 'slots'> | ReturnType<typeof slotsId>;

/** What the root is started with. */
interface RootInput {
  clock: Clock;
  persisted: PersistedState;
  initialData: InitialData;
  /** The flows that are there from the start. */
  flows: readonly Flow[];
  /** A flow's machine on the world that the system runs in. */
  logicOf: (flow: Flow) => AnyActorLogic;
}

export interface RootContext extends Omit<RootInput, 'flows'> {
  /** The flows that are there, by name. */
  flows: Readonly<Record<string, Flow>>;
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

/** What becomes of flows. */
type FlowEvent =
  /** Flows that only some pages need are loaded. */
  | { type: 'flows.loaded'; flows: readonly Flow[] }
  /** A flow that failed is to be started again now. */
  | { type: 'flow.restartDue'; flow: FlowId }
  /** A restarted flow has run for some time: its earlier failures no longer count. */
  | { type: 'flow.recovered'; flow: FlowId }
  /** The visitor asks for a flow that is down. */
  | { type: 'flow.restartRequested'; flow: FlowId };

export type AnyRootEvent = RootEvent | FlowEvent | DoneActorEvent | ErrorActorEvent;

/** The root starts the flows of the registry, whose logic it gets with each. */
const flowsByName: Record<string, AnyActorLogic> = {};

/** Types of the root; what it does is in root.ts. */
export const rootSetup = setup({
  types: {
    context: {} as RootContext,
    events: {} as AnyRootEvent,
    input: {} as RootInput,
  },
  actors: flowsByName,
}).extend({
  actions: {
    reportFailure: (_scope, _params: { isRestarted: boolean }) => {
      // Where a developer or an operator reads of it; provided by the composition root.
    },
  },
});
