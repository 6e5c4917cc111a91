import type { Flow } from '../flow.ts';
import { restartDelay, RECOVERED_AFTER_MS } from './restarts.ts';
import { type AnyRootEvent, type FlowId, type RootContext, rootSetup } from './setup.ts';
import { confirmedToday } from '../../rooms/search/setup.ts';
import { actorIn, sendToFlow, slotsId } from '../system.ts';
import { noPersistedState, type Visit, withoutPersonalData } from '../visit.ts';
import type { SearchCriteria } from '../../rooms/search/events.ts';
import type { SlotsEvent } from '../../rooms/slots/events.ts';

/** The parent of every flow. A failed flow does not stop it: it restarts failed flows and removes finished ones. */
export const rootMachine = rootSetup
  .extend({
    actions: {
      /** Starts each flow under its id: at the start, when it is loaded, and after a failure. */
      startFlows: rootSetup.enqueueActions(({ enqueue, event, context }) => {
        for (const flow of flowsToStart(event, context)) {
          enqueue.spawnChild(context.logicOf(flow), {
            id: flow.id,
            systemId: flow.id,
            input: flow.input(visitFor(context, flow.id)),
          });
        }
      }),
      /** Starts a slots actor for each known room. An existing actor gets the updated room. */
      openRooms: rootSetup.enqueueActions(({ enqueue, context }) => {
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
      addFlows: rootSetup.assign({
        flows: ({ context, event }) =>
          event.type === 'flows.loaded' ? { ...context.flows, ...flowsById(event.flows) } : context.flows,
      }),
      setRooms: rootSetup.assign({
        knownRooms: ({ context, event }) =>
          event.type === 'rooms.loaded' ? event.rooms : context.knownRooms,
      }),
      setSearch: rootSetup.assign(({ event }) =>
        event.type === 'search.applied' ? { criteria: event.criteria, isSearchEdited: false } : {},
      ),
      setSearchEdited: rootSetup.assign(({ event }) =>
        event.type === 'search.edited' ? { isSearchEdited: event.isEdited } : {},
      ),
      clearSearch: rootSetup.assign({ criteria: null, isSearchEdited: false }),
      sendRoomsEdit: rootSetup.enqueueActions(({ enqueue, context: { isSearchEdited, slotsActors } }) => {
        for (const id of slotsActors) {
          enqueue.sendTo(id, { type: 'slots.searchEdited', isEdited: isSearchEdited });
        }
      }),
      sendRoomsEnd: rootSetup.enqueueActions(({ enqueue, context: { slotsActors } }) => {
        for (const id of slotsActors) enqueue.sendTo(id, { type: 'slots.dayEnded' });
      }),
      sendLiveEnd: sendToFlow('live', { type: 'live.dayEnded' }),
      sendSearchDay: sendToFlow('search', ({ context }) => ({
        type: 'search.todayChecked' as const,
        today: confirmedToday(context.clock),
      })),
      sendRoomsDate: rootSetup.enqueueActions(({ enqueue, event, context }) => {
        if (event.type !== 'search.applied') return;
        for (const id of context.slotsActors) {
          enqueue.sendTo(id, dateChosen(event.criteria));
        }
      }),
      sendLiveDate: sendToFlow('live', ({ context, event }) => ({
        type: 'live.dateChosen' as const,
        date: event.type === 'search.applied' ? event.criteria.date : (context.criteria?.date ?? ''),
      })),
      sendResultsSearch: sendToFlow('results', ({ context }) => ({
        type: 'results.requested' as const,
        criteria: context.criteria,
      })),
      sendRoomsOutdated: rootSetup.enqueueActions(({ enqueue, context, event }) => {
        const roomId = event.type === 'slots.outdated' ? (event.roomId ?? null) : null;
        for (const id of context.slotsActors) {
          if (roomId === null || id === slotsId(roomId)) enqueue.sendTo(id, { type: 'slots.outdated' });
        }
      }),
      resumeSession: sendToFlow('session', { type: 'app.resumed' }),
      resumeCheckout: sendToFlow('checkout', { type: 'app.resumed' }),
      /** Each flow decides whether it has to do something, for example to load failed data again. */
      resumeFlows: rootSetup.enqueueActions(({ enqueue, context, system }) => {
        for (const { id } of Object.values(context.flows)) {
          const actor = actorIn(system, id);
          if (actor) enqueue.sendTo(actor, { type: 'app.resumed' });
        }
      }),
      /** Flows that show data about a changed topic load it again. */
      outdateFlows: rootSetup.enqueueActions(({ enqueue, context, event, system }) => {
        if (event.type !== 'data.changed') return;
        for (const { id, shows } of Object.values(context.flows)) {
          const actor = actorIn(system, id);
          if (actor && shows.some((topic) => event.topics.includes(topic))) {
            enqueue.sendTo(actor, { type: 'data.outdated' });
          }
        }
        if (!event.topics.includes('availability')) return;
        for (const id of context.slotsActors) enqueue.sendTo(id, { type: 'slots.outdated' });
      }),
      /** Replaces the actor of each flow that may hold data of the user whose session has ended. */
      clearFlows: rootSetup.enqueueActions(({ enqueue, context, event, system }) => {
        const persisted = withoutPersonalData(context.persisted);
        enqueue.assign({ persisted });
        for (const flow of Object.values(context.flows)) {
          const actor = actorIn(system, flow.id);
          if (!actor || flow.whenSessionEnds === 'kept') continue;
          if (flow.whenSessionEnds === 'clearsItself') {
            enqueue.sendTo(actor, event);
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
      removeActor: rootSetup.enqueueActions(({ enqueue, event, context }) => {
        if (!('actorId' in event)) return;
        enqueue.stopChild(event.actorId);
        enqueue.assign({ slotsActors: context.slotsActors.filter((id) => id !== event.actorId) });
      }),
      recordFailure: rootSetup.enqueueActions(({ enqueue, event, context: { down, failures } }) => {
        if (!('actorId' in event)) return;
        const flow = event.actorId as FlowId;
        enqueue.cancel(recoveryTimerOf(flow));
        enqueue.assign({
          down: [...down, flow],
          failures: { ...failures, [flow]: (failures[flow] ?? 0) + 1 },
        });
      }),
      scheduleRestart: rootSetup.enqueueActions(({ enqueue, event, context }) => {
        if (!('actorId' in event)) return;
        const flow = event.actorId as FlowId;
        const delay = restartDelay(context.failures[flow] ?? 1) ?? 0;
        enqueue.raise(
          { type: 'flow.restartDue', flow },
          delay === 0 ? {} : { id: restartTimerOf(flow), delay },
        );
      }),
      /** The flow counts as running until it fails. */
      markRestarted: rootSetup.enqueueActions(({ enqueue, event, context: { down } }) => {
        if (!('flow' in event)) return;
        enqueue.assign({ down: down.filter((flow) => flow !== event.flow) });
        enqueue.raise(
          { type: 'flow.recovered', flow: event.flow },
          { id: recoveryTimerOf(event.flow), delay: RECOVERED_AFTER_MS },
        );
      }),
      forgetFailures: rootSetup.assign({
        failures: ({ context, event }) =>
          'flow' in event ? { ...context.failures, [event.flow]: 0 } : context.failures,
      }),
      /** The flow's persisted state may have caused its failure. */
      dropPersistedState: rootSetup.enqueueActions(({ enqueue, event, context: { withoutPersisted } }) => {
        if (!('flow' in event)) return;
        enqueue.cancel(restartTimerOf(event.flow));
        enqueue.assign({ withoutPersisted: [...withoutPersisted, event.flow] });
      }),
    },
  })
  .extend({
    guards: {
      mayRestart: ({ context: { failures }, event }) =>
        'actorId' in event && restartDelay((failures[event.actorId as FlowId] ?? 0) + 1) !== null,
      isDown: ({ context: { down }, event }) => 'flow' in event && down.includes(event.flow),
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
    entry: ['openRooms', 'startFlows'],
    on: {
      'flows.loaded': { actions: ['addFlows', 'startFlows', 'openRooms'] },
      'rooms.loaded': { actions: ['setRooms', 'openRooms'] },
      'search.applied': { actions: ['setSearch', 'sendRoomsDate', 'sendLiveDate', 'sendResultsSearch'] },
      'slots.outdated': { actions: 'sendRoomsOutdated' },
      'search.edited': { actions: ['setSearchEdited', 'sendRoomsEdit'] },
      'search.ended': { actions: ['clearSearch', 'sendRoomsEnd', 'sendLiveEnd', 'sendResultsSearch'] },
      'app.resumed': {
        actions: ['sendSearchDay', 'resumeFlows', 'sendRoomsOutdated'],
      },
      'data.changed': { actions: 'outdateFlows' },
      'session.ended': { actions: ['clearFlows', 'forgetPersonalData'] },
      'clock.set': { actions: ['sendSearchDay', 'resumeSession', 'resumeCheckout'] },
      'xstate.done.actor.*': { actions: 'removeActor' },
      'xstate.error.actor.*': [
        {
          guard: 'mayRestart',
          actions: [
            'removeActor',
            'recordFailure',
            { type: 'reportFailure', params: { isRestarted: true } },
            'scheduleRestart',
          ],
        },
        {
          actions: [
            'removeActor',
            'recordFailure',
            { type: 'reportFailure', params: { isRestarted: false } },
          ],
        },
      ],
      'flow.restartDue': { actions: ['markRestarted', 'startFlows', 'openRooms'] },
      'flow.restartRequested': {
        guard: 'isDown',
        actions: ['forgetFailures', 'dropPersistedState', 'markRestarted', 'startFlows', 'openRooms'],
      },
      'flow.recovered': { actions: 'forgetFailures' },
    },
  });

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

/** The flows that an event starts, without the slots actors, which openRooms starts. */
function flowsToStart(event: AnyRootEvent, { flows }: RootContext): readonly Flow[] {
  const requested =
    event.type === 'flows.loaded'
      ? event.flows
      : 'flow' in event
        ? [flows[event.flow]]
        : Object.values(flows);
  return requested.filter((flow) => flow !== undefined && flow.id !== SLOTS_FLOW) as Flow[];
}
