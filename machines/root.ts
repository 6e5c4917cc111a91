import type { Flow } from './flow.ts';
import { restartDelay, WELL_AFTER_MS } from './restarts.ts';
import { type AnyRootEvent, type FlowId, type RootContext, rootSetup } from './rootSetup.ts';
import { confirmedToday } from './searchSetup.ts';
import { sendToFlow, slotsId } from './system.ts';
import { noPersistedState, type Visit } from './visit.ts';
import type { SearchCriteria } from './events/search.ts';
import type { SlotsEvent } from './events/slots.ts';

/** The parent of every flow. It survives the failure of any of them, restarts them, and removes finished ones. */
export const rootMachine = rootSetup
  .extend({
    actions: {
      /** Starts each flow under its own name: at the start, when it is loaded, and again after a failure. */
      startFlows: rootSetup.enqueueActions(({ enqueue, event, context }) => {
        for (const flow of flowsToStart(event, context)) {
          enqueue.spawnChild(context.logicOf(flow), {
            id: flow.id,
            systemId: flow.id,
            input: flow.input(visitOf(context, flow.id)),
          });
        }
      }),
      /** One actor for each known room; an existing actor gets the updated room. */
      openRooms: rootSetup.enqueueActions(({ enqueue, context }) => {
        const { criteria, down, flows, isSearchEdited, known, logicOf, rooms } = context;
        const slots = flows[PER_ROOM];
        if (slots === undefined) return;
        const opened = known.filter(({ id }) => !down.includes(slotsId(id)));
        for (const room of opened) {
          const id = slotsId(room.id);
          if (rooms.includes(id)) {
            enqueue.sendTo(id, { type: 'slots.roomChanged', room });
          } else {
            enqueue.spawnChild(logicOf(slots), {
              id,
              systemId: id,
              input: slots.input(visitOf(context, id), room),
            });
            if (criteria) enqueue.sendTo(id, dateChosen(criteria));
            if (isSearchEdited) enqueue.sendTo(id, { type: 'slots.searchEdited', isEdited: true });
          }
        }
        enqueue.assign({ rooms: [...new Set([...rooms, ...opened.map(({ id }) => slotsId(id))])] });
      }),
      takeFlows: rootSetup.assign({
        flows: ({ context, event }) =>
          event.type === 'flows.loaded' ? { ...context.flows, ...byName(event.flows) } : context.flows,
      }),
      takeRooms: rootSetup.assign({
        known: ({ context, event }) => (event.type === 'rooms.loaded' ? event.rooms : context.known),
      }),
      takeSearch: rootSetup.assign(({ event }) =>
        event.type === 'search.applied' ? { criteria: event.criteria, isSearchEdited: false } : {},
      ),
      takeEdit: rootSetup.assign(({ event }) =>
        event.type === 'search.edited' ? { isSearchEdited: event.isEdited } : {},
      ),
      dropSearch: rootSetup.assign({ criteria: null, isSearchEdited: false }),
      sendRoomsEdit: rootSetup.enqueueActions(({ enqueue, context: { isSearchEdited, rooms } }) => {
        for (const id of rooms) {
          enqueue.sendTo(id, { type: 'slots.searchEdited', isEdited: isSearchEdited });
        }
      }),
      sendRoomsEnd: rootSetup.enqueueActions(({ enqueue, context: { rooms } }) => {
        for (const id of rooms) enqueue.sendTo(id, { type: 'slots.dayEnded' });
      }),
      sendLiveEnd: sendToFlow('live', { type: 'live.dayEnded' }),
      sendSearchDay: sendToFlow('search', ({ context }) => ({
        type: 'search.todayChecked' as const,
        today: confirmedToday(context.clock),
      })),
      tellRoomsDate: rootSetup.enqueueActions(({ enqueue, event, context }) => {
        if (event.type !== 'search.applied') return;
        for (const id of context.rooms) {
          enqueue.sendTo(id, dateChosen(event.criteria));
        }
      }),
      tellLiveDate: sendToFlow('live', ({ context, event }) => ({
        type: 'live.dateChosen' as const,
        date: event.type === 'search.applied' ? event.criteria.date : (context.criteria?.date ?? ''),
      })),
      sendResultsSearch: sendToFlow('results', ({ context }) => ({
        type: 'results.wanted' as const,
        criteria: context.criteria,
      })),
      tellRoomsOutdated: rootSetup.enqueueActions(({ enqueue, context, event }) => {
        const named = event.type === 'slots.outdated' ? (event.roomId ?? null) : null;
        for (const id of context.rooms) {
          if (named === null || id === slotsId(named)) enqueue.sendTo(id, { type: 'slots.outdated' });
        }
      }),
      wakeSession: sendToFlow('session', { type: 'app.resumed' }),
      wakeCheckout: sendToFlow('checkout', { type: 'app.resumed' }),
      wakeLists: rootSetup.enqueueActions(({ enqueue }) => {
        for (const id of lists) enqueue(sendToFlow(id, { type: 'app.resumed' }));
      }),
      clearAway: rootSetup.enqueueActions(({ enqueue, event, context }) => {
        if (!('actorId' in event)) return;
        enqueue.stopChild(event.actorId);
        enqueue.assign({ rooms: context.rooms.filter((id) => id !== event.actorId) });
      }),
      recordFailure: rootSetup.enqueueActions(({ enqueue, event, context: { down, failures } }) => {
        if (!('actorId' in event)) return;
        const flow = event.actorId as FlowId;
        enqueue.cancel(recoveryOf(flow));
        enqueue.assign({
          down: [...down, flow],
          failures: { ...failures, [flow]: (failures[flow] ?? 0) + 1 },
        });
      }),
      scheduleRestart: rootSetup.enqueueActions(({ enqueue, event, context }) => {
        if (!('actorId' in event)) return;
        const flow = event.actorId as FlowId;
        const delay = restartDelay(context.failures[flow] ?? 1) ?? 0;
        enqueue.raise({ type: 'flow.restartDue', flow }, delay === 0 ? {} : { id: restartOf(flow), delay });
      }),
      /** The flow counts as running until it fails. */
      takeRestart: rootSetup.enqueueActions(({ enqueue, event, context: { down } }) => {
        if (!('flow' in event)) return;
        enqueue.assign({ down: down.filter((flow) => flow !== event.flow) });
        enqueue.raise(
          { type: 'flow.recovered', flow: event.flow },
          { id: recoveryOf(event.flow), delay: WELL_AFTER_MS },
        );
      }),
      forgetFailures: rootSetup.assign({
        failures: ({ context, event }) =>
          'flow' in event ? { ...context.failures, [event.flow]: 0 } : context.failures,
      }),
      /** The flow's stored state may be the cause of its failure. */
      dropPersistedState: rootSetup.enqueueActions(({ enqueue, event, context: { withoutPersisted } }) => {
        if (!('flow' in event)) return;
        enqueue.cancel(restartOf(event.flow));
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
      flows: byName(input.flows),
      known: input.initialData.rooms?.data ?? [],
      criteria: null,
      isSearchEdited: false,
      rooms: [],
      failures: {},
      down: [],
      withoutPersisted: [],
    }),
    entry: ['openRooms', 'startFlows'],
    on: {
      'flows.loaded': { actions: ['takeFlows', 'startFlows', 'openRooms'] },
      'rooms.loaded': { actions: ['takeRooms', 'openRooms'] },
      'search.applied': { actions: ['takeSearch', 'tellRoomsDate', 'tellLiveDate', 'sendResultsSearch'] },
      'slots.outdated': { actions: 'tellRoomsOutdated' },
      'search.edited': { actions: ['takeEdit', 'sendRoomsEdit'] },
      'search.ended': { actions: ['dropSearch', 'sendRoomsEnd', 'sendLiveEnd', 'sendResultsSearch'] },
      'app.resumed': {
        actions: ['sendSearchDay', 'wakeSession', 'wakeCheckout', 'tellRoomsOutdated', 'wakeLists'],
      },
      'clock.set': { actions: ['sendSearchDay', 'wakeSession', 'wakeCheckout'] },
      'xstate.done.actor.*': { actions: 'clearAway' },
      'xstate.error.actor.*': [
        {
          guard: 'mayRestart',
          actions: [
            'clearAway',
            'recordFailure',
            { type: 'reportFailure', params: { isRestarted: true } },
            'scheduleRestart',
          ],
        },
        {
          actions: ['clearAway', 'recordFailure', { type: 'reportFailure', params: { isRestarted: false } }],
        },
      ],
      'flow.restartDue': { actions: ['takeRestart', 'startFlows', 'openRooms'] },
      'flow.restartRequested': {
        guard: 'isDown',
        actions: ['forgetFailures', 'dropPersistedState', 'takeRestart', 'startFlows', 'openRooms'],
      },
      'flow.recovered': { actions: 'forgetFailures' },
    },
  });

/** What a search says to the slots of a room. */
const dateChosen = ({ date, wanted }: SearchCriteria): SlotsEvent => ({
  type: 'slots.dateChosen',
  date,
  wanted,
});

const restartOf = (flow: FlowId): string => `restart ${flow}`;
const recoveryOf = (flow: FlowId): string => `recovery ${flow}`;

/** What pages show of the server: the ones that failed are loaded again when the page is visible or online again. */
const lists = [
  'rooms',
  'member',
  'results',
  'week',
  'bookings',
  'booking',
  'papers',
  'devices',
  'calendarFeed',
  'blog',
  'post',
] as const;

/** Runs once for each room, when its rooms are known. */
const PER_ROOM = 'slots';

const byName = (flows: readonly Flow[]): RootContext['flows'] =>
  Object.fromEntries(flows.map((flow) => [flow.id, flow]));

const visitOf = (
  { clock, criteria, initialData, persisted, withoutPersisted }: RootContext,
  flow: string,
): Visit => ({
  clock,
  criteria,
  initialData,
  persisted: (withoutPersisted as readonly string[]).includes(flow) ? noPersistedState : persisted,
});

/** The flows that an event starts; the slots actors of rooms are started by openRooms. */
function flowsToStart(event: AnyRootEvent, { flows }: RootContext): readonly Flow[] {
  const asked =
    event.type === 'flows.loaded'
      ? event.flows
      : 'flow' in event
        ? [flows[event.flow]]
        : Object.values(flows);
  return asked.filter((flow) => flow !== undefined && flow.id !== PER_ROOM) as Flow[];
}
