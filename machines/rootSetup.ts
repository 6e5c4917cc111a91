import { type AnyActorLogic, type DoneActorEvent, type ErrorActorEvent, setup } from 'xstate';
import type { Room } from '../contract/rooms.ts';
import type { Clock } from './clock.ts';
import type { Flow } from './flow.ts';
import type { FlowName } from './registry.ts';
import type { slotsId } from './system.ts';
import type { SearchCriteria } from './events/search.ts';
import type { InitialData, PersistedState } from './visit.ts';
import type { RootEvent } from './events/root.ts';

/** A flow below the root: one of the registry, or the actor of a room's slots. */
export type FlowId = Exclude<FlowName, 'slots'> | ReturnType<typeof slotsId>;

/** The root's input. */
interface RootInput {
  clock: Clock;
  persisted: PersistedState;
  initialData: InitialData;
  /** The flows that are there from the start. */
  flows: readonly Flow[];
  /** A flow's machine with the effects of the system. */
  logicOf: (flow: Flow) => AnyActorLogic;
}

export interface RootContext extends Omit<RootInput, 'flows'> {
  /** The flows that are there, by name. */
  flows: Readonly<Record<string, Flow>>;
  /** All known rooms. */
  knownRooms: readonly Room[];
  /** The shown search. */
  criteria: SearchCriteria | null;
  /** The rooms are shown for another search than the form's present one. */
  isSearchEdited: boolean;
  /** The ids of the slots actors. */
  slotsActors: readonly ReturnType<typeof slotsId>[];
  /** The number of failures since the flow last recovered. */
  failures: Partial<Record<FlowId, number>>;
  /** Flows that failed and are not restarted, or not yet. */
  down: readonly FlowId[];
  /** Flows that start without their stored state, because it may be the cause of their failure. */
  withoutPersisted: readonly FlowId[];
}

/** The life cycle of flows. */
type FlowEvent =
  /** Flows that only some pages need are loaded. */
  | { type: 'flows.loaded'; flows: readonly Flow[] }
  /** A failed flow is due to be restarted. */
  | { type: 'flow.restartDue'; flow: FlowId }
  /** A restarted flow has run for some time: its failures are reset. */
  | { type: 'flow.recovered'; flow: FlowId }
  /** The visitor restarts a flow that is down. */
  | { type: 'flow.restartRequested'; flow: FlowId };

export type AnyRootEvent = RootEvent | FlowEvent | DoneActorEvent | ErrorActorEvent;

/** The root starts the flows of the registry, which contains their logic. */
const flowsByName: Record<string, AnyActorLogic> = {};

/** The types of the root; its actions are in root.ts. */
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
      // Logs the failure; provided by the composition root.
    },
  },
});
