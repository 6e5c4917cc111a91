import { assign, enqueueActions, fromPromise, setup } from 'xstate';
import type { Room } from '../../domain/rooms/room.ts';
import type { Clock } from '../engine/clock.ts';
import { type Failure, failureOf } from '../engine/failure.ts';
import { defineFlow } from '../engine/flow.ts';
import type { ResourceContext } from '../engine/resource/resource.ts';
import {
  supervising,
  supervisorActions,
  type SupervisorContext,
  type SupervisorEvent,
  supervisorGuards,
} from '../engine/supervisor.ts';
import { actorIn, contextIn, sendToFlow, slotsId } from '../engine/system.ts';
import type { FoundMatch, RoomsEvent } from './events.ts';
import type { SearchCriteria } from './search/events.ts';
import { isSearchEdited } from './search/criteria.ts';
import type { SearchContext } from './search/setup.ts';
import type { PersistedSlots, SlotsEvent } from './slots/events.ts';
import { provideSlots, slotsMachine, type SlotsNeeds } from './slots/slots.ts';

interface RoomsInput {
  readonly clock: Clock;
  readonly rooms: readonly Room[];
  /** The shown search; null before the first one. */
  readonly criteria: SearchCriteria | null;
  /** The form has changed since the shown search. */
  readonly isEdited: boolean;
  /** The selections that were kept over a reload, by room id. */
  readonly persisted: Readonly<Record<number, PersistedSlots>>;
}

interface RoomsContext extends RoomsInput, SupervisorContext {
  found: readonly FoundMatch[];
  failure: Failure | null;
}

type AnyRoomsEvent = RoomsEvent | SupervisorEvent;

const dateChosen = ({ date, requestedRange }: SearchCriteria): SlotsEvent => ({
  type: 'slots.dateChosen',
  date,
  requestedRange,
});

const slotsIds = (rooms: readonly Room[]): readonly string[] => rooms.map(({ id }) => slotsId(id));

/**
 * The rooms of the shown search: a slots actor for each, which it restarts after a failure, and which of them are free at the
 * requested time. That is loaded once for each search with a duration. The order of the rooms then stays while the visitor
 * reads it; the slots actors show later changes.
 */
export const roomsMachine = setup({
  types: {
    context: {} as RoomsContext,
    events: {} as AnyRoomsEvent,
    input: {} as RoomsInput,
    tags: {} as 'busy',
  },
  actors: {
    slots: slotsMachine,
    findRooms: fromPromise<readonly FoundMatch[], SearchCriteria | null>(() =>
      Promise.reject(new Error('findRooms is not provided')),
    ),
  },
  guards: {
    isTimeWanted: ({ context }) => context.criteria?.requestedRange !== undefined,
  },
  actions: {
    reportFailure: (_scope, _params: { flow: string; error: unknown; isRestarted: boolean }) => {
      // Logs the failure; provided by the composition root.
    },
  },
})
  .extend({ actions: supervisorActions<RoomsContext, AnyRoomsEvent>(), guards: supervisorGuards })
  .extend({
    actions: {
      /** Each slots actor starts under its id, unless it runs. */
      start: enqueueActions(({ enqueue, context, system }, { ids }: { ids: readonly string[] }) => {
        const { clock, criteria, isEdited, persisted, rooms } = context;
        for (const room of rooms) {
          const id = slotsId(room.id);
          if (!ids.includes(id) || actorIn(system, id)) continue;
          enqueue.spawnChild('slots', {
            id,
            systemId: id,
            input: { clock, room, persisted: persisted[room.id] },
          });
          if (criteria) enqueue.sendTo(id, dateChosen(criteria));
          if (isEdited) enqueue.sendTo(id, { type: 'slots.searchEdited', isEdited });
        }
      }),
      /** A listed room that is known gets its new details, and one that is no longer listed loses its actor. */
      setRooms: enqueueActions(({ enqueue, context, system }, { rooms }: { rooms: readonly Room[] }) => {
        const listed = slotsIds(rooms);
        for (const id of slotsIds(context.rooms)) if (!listed.includes(id)) enqueue.stopChild(id);
        for (const room of rooms) {
          const actor = actorIn(system, slotsId(room.id));
          if (actor) enqueue.sendTo(actor, { type: 'slots.roomChanged', room });
        }
        enqueue.assign({ rooms });
      }),
      dropPersisted: assign(({ context: { persisted, rooms } }, { flow }: { flow: string }) => ({
        persisted: Object.fromEntries(
          rooms
            .filter(({ id }) => slotsId(id) !== flow)
            .flatMap(({ id }) => (persisted[id] ? [[id, persisted[id]]] : [])),
        ),
      })),
      /** Without a room id, to every room. */
      sendToSlots: enqueueActions(
        (
          { enqueue, context, system },
          { event, roomId = null }: { event: SlotsEvent; roomId?: number | null },
        ) => {
          for (const { id } of context.rooms) {
            const actor = actorIn(system, slotsId(id));
            if (actor && (roomId === null || roomId === id)) enqueue.sendTo(actor, event);
          }
        },
      ),
      setSearch: assign((_, { criteria }: { criteria: SearchCriteria | null }) => ({
        criteria,
        isEdited: false,
        found: [],
        failure: null,
      })),
      setEdited: assign((_, { isEdited }: { isEdited: boolean }) => ({ isEdited })),
      sendLiveDate: sendToFlow('live', (_, { criteria }: { criteria: SearchCriteria }) => ({
        type: 'live.dateChosen' as const,
        date: criteria.date,
      })),
      sendLiveEnd: sendToFlow('live', { type: 'live.dayEnded' }),
    },
  })
  .createMachine({
    id: 'rooms',
    context: ({ input }) => ({ ...input, found: [], failure: null, failures: {}, down: [] }),
    entry: { type: 'start', params: ({ context }) => ({ ids: slotsIds(context.rooms) }) },
    initial: 'unsearched',
    on: {
      ...supervising.on,
      'rooms.listed': {
        actions: [
          { type: 'setRooms', params: ({ event }) => event },
          {
            type: 'start',
            params: ({ context, event }) => ({
              ids: slotsIds(event.rooms).filter((id) => !context.down.includes(id)),
            }),
          },
        ],
      },
      'rooms.searched': {
        target: '.unsearched',
        actions: [
          { type: 'setSearch', params: ({ event }) => event },
          { type: 'sendToSlots', params: ({ event }) => ({ event: dateChosen(event.criteria) }) },
          { type: 'sendLiveDate', params: ({ event }) => event },
        ],
      },
      'rooms.searchEdited': {
        actions: [
          { type: 'setEdited', params: ({ event }) => event },
          {
            type: 'sendToSlots',
            params: ({ event }) => ({ event: { type: 'slots.searchEdited', isEdited: event.isEdited } }),
          },
        ],
      },
      'rooms.searchEnded': {
        target: '.unsearched',
        actions: [
          { type: 'setSearch', params: { criteria: null } },
          { type: 'sendToSlots', params: { event: { type: 'slots.dayEnded' } } },
          'sendLiveEnd',
        ],
      },
      'rooms.outdated': {
        actions: {
          type: 'sendToSlots',
          params: ({ event }) => ({ event: { type: 'slots.outdated' }, roomId: event.roomId }),
        },
      },
      'data.outdated': { actions: { type: 'sendToSlots', params: { event: { type: 'slots.outdated' } } } },
      'app.resumed': { actions: { type: 'sendToSlots', params: { event: { type: 'slots.outdated' } } } },
    },
    states: {
      unsearched: {
        description: 'There is no search, or it has no duration: the rooms are shown in their usual order',
        always: { guard: 'isTimeWanted', target: 'searching' },
      },
      searching: {
        tags: ['busy'],
        invoke: {
          id: 'findRooms',
          src: 'findRooms',
          input: ({ context }) => context.criteria,
          onDone: {
            target: 'found',
            actions: assign({ found: ({ event }) => event.output, failure: null }),
          },
          onError: {
            target: 'failed',
            actions: assign({ failure: ({ event }) => failureOf(event.error) }),
          },
        },
      },
      found: {},
      failed: {
        description: 'The rooms are shown in their usual order',
        on: {
          'rooms.searchRetried': 'searching',
          'app.resumed': {
            target: 'searching',
            actions: { type: 'sendToSlots', params: { event: { type: 'slots.outdated' } } },
          },
        },
      },
    },
  });

interface Needs extends SlotsNeeds {
  readonly rooms: SlotsNeeds['rooms'] & {
    /** Which rooms are free at the requested time. */
    search(criteria: SearchCriteria, signal: AbortSignal): Promise<readonly FoundMatch[]>;
  };
  reportFailure(flow: string, error: unknown, isRestarted: boolean): void;
}

export const roomsFlow = defineFlow({
  id: 'rooms',
  machine: roomsMachine,
  whenSessionEnds: 'kept',
  shows: ['availability'],
  needs: ['rooms', 'storage', 'reportFailure'],
  provide: (machine, effects: Needs) =>
    machine.provide({
      actors: {
        slots: provideSlots(effects),
        findRooms: fromPromise(({ input, signal }) =>
          input === null ? Promise.resolve([]) : effects.rooms.search(input, signal),
        ),
      },
      actions: {
        reportFailure: (_, { flow, error, isRestarted }) => effects.reportFailure(flow, error, isRestarted),
      },
    }),
  input: ({ clock, persisted, system }) => {
    const search = contextIn(system, 'search') as SearchContext | undefined;
    const list = contextIn(system, 'roomList') as ResourceContext<readonly Room[]> | undefined;
    return {
      clock,
      rooms: list?.data ?? [],
      criteria: search?.criteria ?? null,
      isEdited: search !== undefined && isSearchEdited(search),
      persisted: persisted.slots ?? {},
    };
  },
});
