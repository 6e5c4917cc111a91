import { type AnyActorLogic, type AnyActorRef, assign, enqueueActions, setup } from 'xstate';
import type { Clock } from './clock.ts';
import type { Flow } from './flow.ts';
import {
  supervising,
  supervisorActions,
  type SupervisorContext,
  type SupervisorEvent,
  supervisorGuards,
} from './supervisor.ts';
import { actorIn } from './system.ts';
import type { DataChanged, Topic } from './topics.ts';
import { type InitialData, noPersistedState, type PersistedState, withoutPersonalData } from './visit.ts';

interface RootInput {
  clock: Clock;
  persisted: PersistedState;
  initialData: InitialData;
  /** The flows that run from the start. */
  flows: readonly Flow[];
  /** The machine of the flow with the effects of the system. */
  logicOf: (flow: Flow) => AnyActorLogic;
}

interface RootContext extends Omit<RootInput, 'flows'>, SupervisorContext {
  /** The loaded flows, by id. */
  flows: Readonly<Record<string, Flow>>;
  /** Flows that start without their persisted state, because it may have caused their failure. */
  withoutPersisted: readonly string[];
}

export type RootEvent =
  /** Lazy flows have been loaded. */
  | { type: 'flows.loaded'; flows: readonly Flow[] }
  | DataChanged
  /** Nothing of its user may stay. */
  | { type: 'session.ended' }
  /** The page is visible or online again. */
  | { type: 'app.resumed' }
  /** A server response has set the clock, for the first time or by more than its tolerance. */
  | { type: 'clock.set' };

type AnyRootEvent = RootEvent | SupervisorEvent;

declare module './system.ts' {
  interface EventsByFlow {
    root: RootEvent;
  }
}

/** The registry has the logic of the flows, so no actor is declared here. */
const flowsByName: Record<string, AnyActorLogic> = {};

const flowsById = (flows: readonly Flow[]): RootContext['flows'] =>
  Object.fromEntries(flows.map((flow) => [flow.id, flow]));

const idsOf = (flows: readonly Flow[]): readonly string[] => flows.map(({ id }) => id);

const runningFlows = ({ flows }: RootContext, system: AnyActorRef['system']) =>
  Object.values(flows).flatMap((flow) => {
    const actor = actorIn(system, flow.id);
    return actor ? [{ flow, actor }] : [];
  });

const clearedFlows = ({ down, flows }: RootContext): readonly string[] =>
  idsOf(Object.values(flows)).filter((id) => flows[id]?.whenSessionEnds === 'cleared' && !down.includes(id));

/** The parent of every flow. A failed flow does not stop it: it restarts failed flows and removes finished ones. */
export const rootMachine = setup({
  types: {
    context: {} as RootContext,
    events: {} as AnyRootEvent,
    input: {} as RootInput,
  },
  actors: flowsByName,
  actions: {
    reportFailure: (_scope, _params: { flow: string; error: unknown; isRestarted: boolean }) => {
      // Logs the failure; provided by the composition root.
    },
    forgetPersonalData: () => {
      // Removes what the browser keeps of it over a reload; provided by the composition root.
    },
  },
})
  .extend({ actions: supervisorActions<RootContext, AnyRootEvent>(), guards: supervisorGuards })
  .extend({
    actions: {
      /** Each flow starts under its id, unless it runs. */
      start: enqueueActions(({ enqueue, context, system }, { ids }: { ids: readonly string[] }) => {
        const { clock, flows, initialData, logicOf, persisted, withoutPersisted } = context;
        for (const flow of ids.flatMap((id) => flows[id] ?? [])) {
          if (actorIn(system, flow.id)) continue;
          enqueue.spawnChild(logicOf(flow), {
            id: flow.id,
            systemId: flow.id,
            // A function, so that a flow sees those that start before it.
            input: () =>
              flow.input({
                clock,
                initialData,
                persisted: withoutPersisted.includes(flow.id) ? noPersistedState : persisted,
                system,
              }),
          });
        }
      }),
      addFlows: assign(({ context }, { flows }: { flows: readonly Flow[] }) => ({
        flows: { ...context.flows, ...flowsById(flows) },
      })),
      dropPersisted: assign(({ context }, { flow }: { flow: string }) => ({
        withoutPersisted: [...context.withoutPersisted, flow],
      })),
      /** Each flow decides whether to act, for example to load failed data again. */
      resumeFlows: enqueueActions(({ enqueue, context, system }) => {
        for (const { actor } of runningFlows(context, system)) enqueue.sendTo(actor, { type: 'app.resumed' });
      }),
      /** Flows whose deadlines use the server's clock check them again. */
      resumeTimedFlows: enqueueActions(({ enqueue, context, system }) => {
        for (const { flow, actor } of runningFlows(context, system))
          if (flow.isTimed) enqueue.sendTo(actor, { type: 'app.resumed' });
      }),
      /** Flows that show data about a changed topic load it again. */
      outdateFlows: enqueueActions(
        ({ enqueue, context, system }, { topics }: { topics: readonly Topic[] }) => {
          for (const { flow, actor } of runningFlows(context, system)) {
            if (flow.shows.some((topic) => topics.includes(topic)))
              enqueue.sendTo(actor, { type: 'data.outdated' });
          }
        },
      ),
      /** Stops each flow that may hold data of the user whose session has ended, and notifies those that clear themselves. */
      endSession: enqueueActions(({ enqueue, context, system }) => {
        for (const { flow, actor } of runningFlows(context, system)) {
          if (flow.whenSessionEnds === 'clearsItself') enqueue.sendTo(actor, { type: 'session.ended' });
          if (flow.whenSessionEnds === 'cleared') enqueue.stopChild(flow.id);
        }
      }),
      dropPersonalData: assign(({ context }) => ({ persisted: withoutPersonalData(context.persisted) })),
    },
  })
  .createMachine({
    id: 'root',
    context: ({ input }) => ({
      ...input,
      flows: flowsById(input.flows),
      failures: {},
      down: [],
      withoutPersisted: [],
    }),
    entry: { type: 'start', params: ({ context }) => ({ ids: Object.keys(context.flows) }) },
    on: {
      ...supervising.on,
      'flows.loaded': {
        actions: [
          { type: 'addFlows', params: ({ event }) => event },
          { type: 'start', params: ({ event }) => ({ ids: idsOf(event.flows) }) },
        ],
      },
      'app.resumed': { actions: 'resumeFlows' },
      'clock.set': { actions: 'resumeTimedFlows' },
      'data.changed': { actions: { type: 'outdateFlows', params: ({ event }) => event } },
      'session.ended': {
        actions: [
          'endSession',
          'dropPersonalData',
          { type: 'start', params: ({ context }) => ({ ids: clearedFlows(context) }) },
          'forgetPersonalData',
        ],
      },
    },
  });
