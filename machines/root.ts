import { restartDelay, WELL_AFTER_MS } from './restarts.ts';
import {
  type AnyRootEvent,
  type FlowId,
  flowsOfEveryPage,
  type PersistedState,
  type RootContext,
  rootSetup,
} from './rootSetup.ts';
import { confirmedToday } from './search.ts';
import { slotsId, to } from './system.ts';

/** Every flow of the site runs below this actor; it outlives the failure of any of them and clears away the finished. */
export const rootMachine = rootSetup
  .extend({
    actions: {
      /** Spawns every flow under its own name; later those that have come, and one that is restarted. */
      startFlows: rootSetup.enqueueActions(({ enqueue, event, context }) => {
        const { clock, initialData, flows } = context;
        for (const flow of flowsToStart(event, flows)) {
          const named = { id: flow, systemId: flow };
          const persisted = context.withoutMemory.includes(flow) ? noPersistedState : context.persisted;
          switch (flow) {
            case 'session':
              enqueue.spawnChild(flow, { ...named, input: { clock } });
              break;
            case 'search':
              enqueue.spawnChild(flow, { ...named, input: { clock, persisted: persisted.search } });
              break;
            case 'checkout':
              enqueue.spawnChild(flow, { ...named, input: { clock, persisted: persisted.checkout } });
              if (isUp('session', context)) enqueue.sendTo('session', { type: 'session.userRequested' });
              break;
            case 'enquiry':
            case 'contact':
              enqueue.spawnChild(flow, {
                ...named,
                input: { variant: flow, persisted: persisted.enquiries[flow] },
              });
              break;
            case 'registration':
              enqueue.spawnChild(flow, { ...named, input: { persisted: persisted.registration } });
              break;
            case 'live':
              enqueue.spawnChild(flow, { ...named, input: { date: context.date } });
              break;
            case 'rooms':
              enqueue.spawnChild(flow, { ...named, input: initialData.rooms });
              break;
            case 'blog':
              enqueue.spawnChild(flow, { ...named, input: initialData.blog });
              break;
            case 'post':
              enqueue.spawnChild(flow, { ...named, input: initialData.post });
              break;
            default:
              enqueue.spawnChild(flow, named);
          }
        }
      }),
      /** One actor for each known room; one that has its actor already gets what is new about it. */
      openRooms: rootSetup.enqueueActions(({ enqueue, context }) => {
        const { clock, date, down, flows, isSearchEdited, known, persisted, rooms, withoutMemory } = context;
        if (!flows.includes('slots')) return;
        const opened = known.filter(({ id }) => !down.includes(slotsId(id)));
        for (const room of opened) {
          const id = slotsId(room.id);
          if (rooms.includes(id)) {
            enqueue.sendTo(id, { type: 'slots.roomChanged', room });
          } else {
            enqueue.spawnChild('slots', {
              id,
              systemId: id,
              input: {
                clock,
                room,
                persisted: withoutMemory.includes(id) ? undefined : persisted.slots[room.id],
              },
            });
            if (date !== null) enqueue.sendTo(id, { type: 'slots.dateChosen', date });
            if (isSearchEdited) enqueue.sendTo(id, { type: 'slots.searchEdited', isEdited: true });
          }
        }
        enqueue.assign({ rooms: [...new Set([...rooms, ...opened.map(({ id }) => slotsId(id))])] });
      }),
      takeFlows: rootSetup.assign({
        flows: ({ context, event }) =>
          event.type === 'flows.brought' ? [...context.flows, ...event.flows] : context.flows,
      }),
      takeRooms: rootSetup.assign({
        known: ({ context, event }) => (event.type === 'rooms.loaded' ? event.rooms : context.known),
      }),
      takeDate: rootSetup.assign(({ event }) =>
        event.type === 'search.applied' ? { date: event.criteria.date, isSearchEdited: false } : {},
      ),
      takeEdit: rootSetup.assign(({ event }) =>
        event.type === 'search.edited' ? { isSearchEdited: event.isEdited } : {},
      ),
      dropDate: rootSetup.assign({ date: null, isSearchEdited: false }),
      sendRoomsEdit: rootSetup.enqueueActions(({ enqueue, context: { isSearchEdited, rooms } }) => {
        for (const id of rooms) {
          enqueue.sendTo(id, { type: 'slots.searchEdited', isEdited: isSearchEdited });
        }
      }),
      sendRoomsEnd: rootSetup.enqueueActions(({ enqueue, context: { rooms } }) => {
        for (const id of rooms) enqueue.sendTo(id, { type: 'slots.dayEnded' });
      }),
      sendLiveEnd: rootSetup.sendTo(to('live'), { type: 'live.dayEnded' }),
      sendSearchDay: rootSetup.enqueueActions(({ enqueue, context }) => {
        if (!isUp('search', context)) return;
        enqueue.sendTo('search', { type: 'search.todayChecked', today: confirmedToday(context.clock) });
      }),
      tellRoomsDate: rootSetup.enqueueActions(({ enqueue, event, context }) => {
        if (event.type !== 'search.applied') return;
        for (const id of context.rooms) {
          enqueue.sendTo(id, { type: 'slots.dateChosen', date: event.criteria.date });
        }
      }),
      tellLiveDate: rootSetup.sendTo(to('live'), ({ context, event }) => ({
        type: 'live.dateChosen' as const,
        date: event.type === 'search.applied' ? event.criteria.date : (context.date ?? ''),
      })),
      tellRoomsOutdated: rootSetup.enqueueActions(({ enqueue, context, event }) => {
        const named = event.type === 'slots.outdated' ? (event.roomId ?? null) : null;
        for (const id of context.rooms) {
          if (named === null || id === slotsId(named)) enqueue.sendTo(id, { type: 'slots.outdated' });
        }
      }),
      wakeFlows: rootSetup.enqueueActions(({ enqueue, context }) => {
        for (const flow of ['session', 'checkout'] as const) {
          if (isUp(flow, context)) enqueue.sendTo(flow, { type: 'app.resumed' });
        }
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
      /** The flow counts as up again, until it fails. */
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
      /** What the browser had kept for the flow may be what it cannot bear. */
      dropMemory: rootSetup.enqueueActions(({ enqueue, event, context: { withoutMemory } }) => {
        if (!('flow' in event)) return;
        enqueue.cancel(restartOf(event.flow));
        enqueue.assign({ withoutMemory: [...withoutMemory, event.flow] });
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
      known: input.initialData.rooms?.data ?? [],
      date: null,
      isSearchEdited: false,
      rooms: [],
      failures: {},
      down: [],
      withoutMemory: [],
    }),
    entry: ['openRooms', 'startFlows'],
    on: {
      'flows.brought': { actions: ['takeFlows', 'startFlows', 'openRooms'] },
      'rooms.loaded': { actions: ['takeRooms', 'openRooms'] },
      'search.applied': { actions: ['takeDate', 'tellRoomsDate', 'tellLiveDate'] },
      'slots.outdated': { actions: 'tellRoomsOutdated' },
      'search.edited': { actions: ['takeEdit', 'sendRoomsEdit'] },
      'search.ended': { actions: ['dropDate', 'sendRoomsEnd', 'sendLiveEnd'] },
      'app.resumed': { actions: ['sendSearchDay', 'wakeFlows', 'tellRoomsOutdated'] },
      'clock.set': { actions: ['sendSearchDay', 'wakeFlows'] },
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
        actions: ['forgetFailures', 'dropMemory', 'takeRestart', 'startFlows', 'openRooms'],
      },
      'flow.recovered': { actions: 'forgetFailures' },
    },
  });

/** XState sends to the root itself what it should send to an actor that is not there. */
const isUp = (flow: 'session' | 'search' | 'checkout', { down, flows }: RootContext): boolean =>
  !down.includes(flow) && (flow !== 'checkout' || flows.includes(flow));

const restartOf = (flow: FlowId): string => `restart ${flow}`;
const recoveryOf = (flow: FlowId): string => `recovery ${flow}`;

const noPersistedState: PersistedState = {
  search: null,
  checkout: null,
  enquiries: {},
  registration: null,
  slots: {},
};

/** The flows that an event asks to be started; rooms have actors of their own, which openRooms starts. */
function flowsToStart(event: AnyRootEvent, late: RootContext['flows']): Exclude<FlowId, `slots:${number}`>[] {
  const asked: readonly (FlowId | 'slots')[] =
    event.type === 'flows.brought'
      ? event.flows
      : 'flow' in event
        ? [event.flow]
        : [...flowsOfEveryPage, ...late];
  return asked.filter((flow) => !flow.startsWith('slots')) as Exclude<FlowId, `slots:${number}`>[];
}
