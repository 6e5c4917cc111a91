import { assign, enqueueActions } from 'xstate';
import type { Flow } from '../flow.ts';
import { restartDelay, RECOVERED_AFTER_MS } from './restarts.ts';
import { type FlowId, type RootContext, rootSetup } from './setup.ts';
import { confirmedToday } from '../../rooms/search/setup.ts';
import { actorIn, sendToFlow, slotsId } from '../system.ts';
import { noPersistedState, type Visit, withoutPersonalData } from '../visit.ts';
import type { SearchCriteria } from '../../rooms/search/events.ts';
import type { Room } from '../../../contract/rooms/rooms.ts';
import type { Topic } from '../topics.ts';
import type { SlotsEvent } from '../../rooms/slots/events.ts';

/** The parent of every flow. A failed flow does not stop it: it restarts failed flows and removes finished ones. */
export const rootMachine = rootSetup
  .extend({
    actions: {
      /** Starts each flow under its id: at the start, when it is loaded, and after a failure. */
      startFlows: enqueueActions(({ enqueue, context }, { flows }: { flows: readonly Flow[] }) => {
        for (const flow of flows.filter(({ id }) => id !== SLOTS_FLOW)) {
          enqueue.spawnChild(context.logicOf(flow), {
            id: flow.id,
            systemId: flow.id,
            input: flow.input(visitFor(context, flow.id)),
          });
        }
      }),
      /** Starts a slots actor for each known room. An existing actor gets the updated room. */
      openRooms: enqueueActions(({ enqueue, context }) => {
        const { criteria, down, flows, isSearchEdited, knownRooms, logicOf, slotsActors } = context;
        const slots = flows[SLOTS_FLOW];
        if (slots === undefined) return;
        const roomsToOpen = knownRooms.filter(({ id }) => !down.includes(slotsId(id)));
        for (const room of roomsToOpen) {
          const id = slotsId(room.id);
          if (slotsActors.includes(id)) {
            enqueue.sendTo(id, { type: 'slots.roomChanged', room });
          } else {
            enqueue.spawnChild(logicOf(slots), {
              id,
              systemId: id,
              input: slots.input(visitFor(context, id), room),
            });
            if (criteria) enqueue.sendTo(id, dateChosen(criteria));
            if (isSearchEdited) enqueue.sendTo(id, { type: 'slots.searchEdited', isEdited: true });
          }
        }
        enqueue.assign({
          slotsActors: [...new Set([...slotsActors, ...roomsToOpen.map(({ id }) => slotsId(id))])],
        });
      }),
      addFlows: assign(({ context }, { flows }: { flows: readonly Flow[] }) => ({
        flows: { ...context.flows, ...flowsById(flows) },
      })),
      setRooms: assign((_, { rooms }: { rooms: readonly Room[] }) => ({ knownRooms: rooms })),
      setSearch: assign((_, { criteria }: { criteria: SearchCriteria }) => ({
        criteria,
        isSearchEdited: false,
      })),
      setSearchEdited: assign((_, { isEdited }: { isEdited: boolean }) => ({
        isSearchEdited: isEdited,
      })),
      clearSearch: assign({ criteria: null, isSearchEdited: false }),
      sendRoomsEdit: enqueueActions(({ enqueue, context: { isSearchEdited, slotsActors } }) => {
        for (const id of slotsActors) {
          enqueue.sendTo(id, { type: 'slots.searchEdited', isEdited: isSearchEdited });
        }
      }),
      sendRoomsEnd: enqueueActions(({ enqueue, context: { slotsActors } }) => {
        for (const id of slotsActors) enqueue.sendTo(id, { type: 'slots.dayEnded' });
      }),
      sendLiveEnd: sendToFlow('live', { type: 'live.dayEnded' }),
      sendSearchDay: sendToFlow('search', ({ context }) => ({
        type: 'search.todayChecked' as const,
        today: confirmedToday(context.clock),
      })),
      sendRoomsDate: enqueueActions(({ enqueue, context }, { criteria }: { criteria: SearchCriteria }) => {
        for (const id of context.slotsActors) enqueue.sendTo(id, dateChosen(criteria));
      }),
      sendLiveDate: sendToFlow('live', (_, { criteria }: { criteria: SearchCriteria }) => ({
        type: 'live.dateChosen' as const,
        date: criteria.date,
      })),
      sendResultsSearch: sendToFlow('results', ({ context }) => ({
        type: 'results.requested' as const,
        criteria: context.criteria,
      })),
      /** Without a room id, every room. */
      sendRoomsOutdated: enqueueActions(
        ({ enqueue, context }, { roomId = null }: { roomId?: number | null }) => {
          for (const id of context.slotsActors) {
            if (roomId === null || id === slotsId(roomId)) enqueue.sendTo(id, { type: 'slots.outdated' });
          }
        },
      ),
      resumeSession: sendToFlow('session', { type: 'app.resumed' }),
      resumeCheckout: sendToFlow('checkout', { type: 'app.resumed' }),
      /** Each flow decides whether it has to do something, for example to load failed data again. */
      resumeFlows: enqueueActions(({ enqueue, context, system }) => {
        for (const { id } of Object.values(context.flows)) {
          const actor = actorIn(system, id);
          if (actor) enqueue.sendTo(actor, { type: 'app.resumed' });
        }
      }),
      /** Flows that show data about a changed topic load it again. */
      outdateFlows: enqueueActions(
        ({ enqueue, context, system }, { topics }: { topics: readonly Topic[] }) => {
          for (const { id, shows } of Object.values(context.flows)) {
            const actor = actorIn(system, id);
            if (actor && shows.some((topic) => topics.includes(topic))) {
              enqueue.sendTo(actor, { type: 'data.outdated' });
            }
          }
          if (!topics.includes('availability')) return;
          for (const id of context.slotsActors) enqueue.sendTo(id, { type: 'slots.outdated' });
        },
      ),
      /** Replaces the actor of each flow that may hold data of the user whose session has ended. */
      clearFlows: enqueueActions(({ enqueue, context, system }) => {
        const persisted = withoutPersonalData(context.persisted);
        enqueue.assign({ persisted });
        for (const flow of Object.values(context.flows)) {
          const actor = actorIn(system, flow.id);
          if (!actor || flow.whenSessionEnds === 'kept') continue;
          if (flow.whenSessionEnds === 'clearsItself') {
            enqueue.sendTo(actor, { type: 'session.ended' });
            continue;
          }
          enqueue.stopChild(flow.id);
          enqueue.spawnChild(context.logicOf(flow), {
            id: flow.id,
            systemId: flow.id,
            input: flow.input(visitFor({ ...context, persisted }, flow.id)),
          });
        }
      }),
      removeActor: enqueueActions(({ enqueue, context }, { actorId }: { actorId: string }) => {
        enqueue.stopChild(actorId);
        enqueue.assign({ slotsActors: context.slotsActors.filter((id) => id !== actorId) });
      }),
      recordFailure: enqueueActions(
        ({ enqueue, context: { down, failures } }, { flow }: { flow: FlowId }) => {
          enqueue.cancel(recoveryTimerOf(flow));
          enqueue.assign({
            down: [...down, flow],
            failures: { ...failures, [flow]: (failures[flow] ?? 0) + 1 },
          });
        },
      ),
      scheduleRestart: enqueueActions(({ enqueue, context }, { flow }: { flow: FlowId }) => {
        const delay = restartDelay(context.failures[flow] ?? 1) ?? 0;
        enqueue.raise(
          { type: 'flow.restartDue', flow },
          delay === 0 ? {} : { id: restartTimerOf(flow), delay },
        );
      }),
      /** The flow counts as running until it fails. */
      markRestarted: enqueueActions(({ enqueue, context: { down } }, { flow }: { flow: FlowId }) => {
        enqueue.assign({ down: down.filter((id) => id !== flow) });
        enqueue.raise(
          { type: 'flow.recovered', flow },
          { id: recoveryTimerOf(flow), delay: RECOVERED_AFTER_MS },
        );
      }),
      forgetFailures: assign(({ context }, { flow }: { flow: FlowId }) => ({
        failures: { ...context.failures, [flow]: 0 },
      })),
      /** The flow's persisted state may have caused its failure. */
      dropPersistedState: enqueueActions(
        ({ enqueue, context: { withoutPersisted } }, { flow }: { flow: FlowId }) => {
          enqueue.cancel(restartTimerOf(flow));
          enqueue.assign({ withoutPersisted: [...withoutPersisted, flow] });
        },
      ),
    },
  })
  .extend({
    guards: {
      mayRestart: ({ context: { failures } }, { flow }: { flow: FlowId }) =>
        restartDelay((failures[flow] ?? 0) + 1) !== null,
      isDown: ({ context: { down } }, { flow }: { flow: FlowId }) => down.includes(flow),
    },
  })
  .createMachine({
    id: 'root',
    context: ({ input }) => ({
      ...input,
      flows: flowsById(input.flows),
      knownRooms: input.initialData.rooms?.data ?? [],
      criteria: null,
      isSearchEdited: false,
      slotsActors: [],
      failures: {},
      down: [],
      withoutPersisted: [],
    }),
    entry: [
      'openRooms',
      { type: 'startFlows', params: ({ context }) => ({ flows: Object.values(context.flows) }) },
    ],
    on: {
      'flows.loaded': {
        actions: [
          { type: 'addFlows', params: ({ event }) => event },
          { type: 'startFlows', params: ({ event }) => event },
          'openRooms',
        ],
      },
      'rooms.loaded': { actions: [{ type: 'setRooms', params: ({ event }) => event }, 'openRooms'] },
      'search.applied': {
        actions: [
          { type: 'setSearch', params: ({ event }) => event },
          { type: 'sendRoomsDate', params: ({ event }) => event },
          { type: 'sendLiveDate', params: ({ event }) => event },
          'sendResultsSearch',
        ],
      },
      'slots.outdated': { actions: { type: 'sendRoomsOutdated', params: ({ event }) => event } },
      'search.edited': {
        actions: [{ type: 'setSearchEdited', params: ({ event }) => event }, 'sendRoomsEdit'],
      },
      'search.ended': { actions: ['clearSearch', 'sendRoomsEnd', 'sendLiveEnd', 'sendResultsSearch'] },
      'app.resumed': {
        actions: ['sendSearchDay', 'resumeFlows', { type: 'sendRoomsOutdated', params: {} }],
      },
      'data.changed': { actions: { type: 'outdateFlows', params: ({ event }) => event } },
      'session.ended': { actions: ['clearFlows', 'forgetPersonalData'] },
      'clock.set': { actions: ['sendSearchDay', 'resumeSession', 'resumeCheckout'] },
      'xstate.done.actor.*': { actions: { type: 'removeActor', params: ({ event }) => event } },
      'xstate.error.actor.*': [
        {
          guard: { type: 'mayRestart', params: failedFlow },
          actions: [
            { type: 'removeActor', params: ({ event }) => event },
            { type: 'recordFailure', params: failedFlow },
            {
              type: 'reportFailure',
              params: ({ event }) => ({ ...failedFlow({ event }), error: event.error, isRestarted: true }),
            },
            { type: 'scheduleRestart', params: failedFlow },
          ],
        },
        {
          actions: [
            { type: 'removeActor', params: ({ event }) => event },
            { type: 'recordFailure', params: failedFlow },
            {
              type: 'reportFailure',
              params: ({ event }) => ({ ...failedFlow({ event }), error: event.error, isRestarted: false }),
            },
          ],
        },
      ],
      'flow.restartDue': {
        actions: [
          { type: 'markRestarted', params: ({ event }) => event },
          { type: 'startFlows', params: restartedFlow },
          'openRooms',
        ],
      },
      'flow.restartRequested': {
        guard: { type: 'isDown', params: ({ event }) => event },
        actions: [
          { type: 'forgetFailures', params: ({ event }) => event },
          { type: 'dropPersistedState', params: ({ event }) => event },
          { type: 'markRestarted', params: ({ event }) => event },
          { type: 'startFlows', params: restartedFlow },
          'openRooms',
        ],
      },
      'flow.recovered': { actions: { type: 'forgetFailures', params: ({ event }) => event } },
    },
  });

function failedFlow({ event }: { event: { actorId: string } }): { flow: FlowId } {
  return { flow: event.actorId as FlowId };
}

/** The flow that is started again; none for the slots actor of a room, which openRooms starts. */
function restartedFlow({ context, event }: { context: RootContext; event: { flow: FlowId } }) {
  const flow = context.flows[event.flow];
  return { flows: flow ? [flow] : [] };
}

/** The event that sends a search to the slots actor of a room. */
const dateChosen = ({ date, requestedRange }: SearchCriteria): SlotsEvent => ({
  type: 'slots.dateChosen',
  date,
  requestedRange,
});

const restartTimerOf = (flow: FlowId): string => `restart ${flow}`;
const recoveryTimerOf = (flow: FlowId): string => `recovery ${flow}`;

/** This flow has an actor for each known room. */
const SLOTS_FLOW = 'slots';

const flowsById = (flows: readonly Flow[]): RootContext['flows'] =>
  Object.fromEntries(flows.map((flow) => [flow.id, flow]));

const visitFor = (
  { clock, criteria, initialData, persisted, withoutPersisted }: RootContext,
  flow: string,
): Visit => ({
  clock,
  criteria,
  initialData,
  persisted: (withoutPersisted as readonly string[]).includes(flow) ? noPersistedState : persisted,
});
