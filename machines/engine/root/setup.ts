import { type AnyActorLogic, type DoneActorEvent, type ErrorActorEvent, setup } from 'xstate';
import type { Room } from '../../../contract/rooms/rooms.ts';
import type { Clock } from '../clock.ts';
import type { Flow } from '../flow.ts';
import type { FlowName } from '../../registry.ts';
import type { slotsId } from '../system.ts';
import type { SearchCriteria } from '../../rooms/search/events.ts';
import type { InitialData, PersistedState } from '../visit.ts';
import type { RootEvent } from './events.ts';

/** A child of the root: a flow of the registry, or the slots actor of a room. */
export type FlowId = Exclude<FlowName, 'slots'> | ReturnType<typeof slotsId>;

interface RootInput {
  clock: Clock;
  persisted: PersistedState;
  initialData: InitialData;
  /** The flows that run from the start. */
  flows: readonly Flow[];
  /** The machine of a flow with the effects of the system. */
  logicOf: (flow: Flow) => AnyActorLogic;
}

export interface RootContext extends Omit<RootInput, 'flows'> {
  /** The loaded flows, by id. */
  flows: Readonly<Record<string, Flow>>;
  knownRooms: readonly Room[];
  criteria: SearchCriteria | null;
  /** The form has changed since the shown search. */
  isSearchEdited: boolean;
  /** The ids of the slots actors. */
  slotsActors: readonly ReturnType<typeof slotsId>[];
  /** The number of failures of each flow since it last recovered. */
  failures: Partial<Record<FlowId, number>>;
  /** Flows that failed and are not running: not restarted yet, or not any more. */
  down: readonly FlowId[];
  /** Flows that start without their persisted state, because it may have caused their failure. */
  withoutPersisted: readonly FlowId[];
}

/** Events about the life cycle of flows. */
type FlowEvent =
  /** Lazy flows have been loaded. */
  | { type: 'flows.loaded'; flows: readonly Flow[] }
  /** A failed flow is due to be restarted. */
  | { type: 'flow.restartDue'; flow: FlowId }
  /** A restarted flow has run for some time: its failures are reset. */
  | { type: 'flow.recovered'; flow: FlowId }
  /** The visitor restarts a flow that is not running. */
  | { type: 'flow.restartRequested'; flow: FlowId };

export type AnyRootEvent = RootEvent | FlowEvent | DoneActorEvent | ErrorActorEvent;

/** The registry has the logic of the flows, so no actor is declared here. */
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
    reportFailure: (_scope, _params: { flow: FlowId; error: unknown; isRestarted: boolean }) => {
      // Logs the failure; provided by the composition root.
    },
    forgetPersonalData: () => {
      // Removes what the browser keeps of it over a reload; provided by the composition root.
    },
  },
});
