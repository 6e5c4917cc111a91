import { type DoneActorEvent, type ErrorActorEvent, setup } from 'xstate';
import type { BlogPost, BlogResponse } from '../contract/blog.ts';
import type { Room } from '../contract/rooms.ts';
import type { blogMachine } from './blog.ts';
import type { checkoutMachine } from './checkout/checkout.ts';
import type { RememberedCheckout } from './checkout/setup.ts';
import type { Clock } from './clock.ts';
import { connectionMachine } from './connection.ts';
import type { EnquiryFields, EnquiryVariant, enquiryMachine } from './enquiry.ts';
import type { liveMachine } from './live.ts';
import { navigationMachine } from './navigation.ts';
import { notifierMachine } from './notifier.ts';
import type { registrationMachine } from './registration.ts';
import type { RememberedRegistration } from './registrationForm.ts';
import type { Given } from './resource.ts';
import { bookingsMachine, memberMachine, type postMachine, roomsMachine } from './resources.ts';
import { type SearchCriteria, type SearchFields, searchMachine } from './search.ts';
import { sessionMachine } from './session.ts';
import type { RememberedSlots, slotsMachine } from './slots.ts';
import { slotsId, to } from './system.ts';

export type RootEvent =
  /** Flows that only some pages need have come, with the first of those. */
  | { type: 'flows.brought'; flows: readonly (keyof LateLogic)[] }
  | { type: 'rooms.loaded'; rooms: readonly Room[] }
  | { type: 'search.applied'; criteria: SearchCriteria }
  /** What is known of a room's half-hours may be out of date; of every room's, when none is named. */
  | { type: 'slots.outdated'; roomId?: number | null }
  | { type: 'app.awake' };

/** What the browser kept over a reload. */
export interface Remembered {
  readonly search: SearchFields | null;
  readonly checkout: RememberedCheckout | null;
  readonly enquiries: Readonly<Partial<Record<EnquiryVariant, EnquiryFields | null>>>;
  readonly registration: RememberedRegistration | null;
  /** By room id. */
  readonly slots: Readonly<Record<number, RememberedSlots>>;
}

/** What a prerendered page brought along for the resources, by their flow. */
export interface GivenData {
  readonly rooms?: Given<readonly Room[]>;
  readonly blog?: BlogResponse;
  readonly post?: Given<BlogPost>;
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

interface RootInput {
  clock: Clock;
  remembered: Remembered;
  given: GivenData;
  /** The late flows that are there from the start. */
  flows: readonly (keyof LateLogic)[];
}

interface RootContext extends RootInput {
  /** Every room heard of. */
  known: readonly Room[];
  date: string | null;
  /** The rooms that have an actor, by its id. */
  rooms: readonly ReturnType<typeof slotsId>[];
}

type AnyRootEvent = RootEvent | DoneActorEvent | ErrorActorEvent;

/** The flows that run from start to end of the visit; a failed one starts anew. */
const flowsOfEveryPage = [
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

const rootSetup = setup({
  types: {
    context: {} as RootContext,
    events: {} as AnyRootEvent,
    input: {} as RootInput,
  },
  actors: actors as typeof actors & Required<LateLogic>,
}).extend({
  actions: {
    reportFailure: () => {
      // Where a developer or an operator reads of it; provided by the composition root.
    },
  },
});

/** Every flow of the site runs below this actor; it outlives the failure of any of them and clears away the finished. */
export const rootMachine = rootSetup
  .extend({
    actions: {
      /** Spawns every flow under its own name; later those that have come, after a failure the one that failed. */
      startFlows: rootSetup.enqueueActions(({ enqueue, event, context }) => {
        const { clock, remembered, given, flows } = context;
        const asked = event.type === 'flows.brought' ? event.flows : [...flowsOfEveryPage, ...flows];
        for (const flow of asked) {
          if (flow === 'slots' || ('actorId' in event && event.actorId !== flow)) continue;
          const named = { id: flow, systemId: flow };
          switch (flow) {
            case 'session':
              enqueue.spawnChild(flow, { ...named, input: { clock } });
              break;
            case 'search':
              enqueue.spawnChild(flow, { ...named, input: { clock, remembered: remembered.search } });
              break;
            case 'checkout':
              enqueue.spawnChild(flow, { ...named, input: { clock, remembered: remembered.checkout } });
              enqueue.sendTo('session', { type: 'session.userAsked' });
              break;
            case 'enquiry':
            case 'contact':
              enqueue.spawnChild(flow, {
                ...named,
                input: { variant: flow, remembered: remembered.enquiries[flow] },
              });
              break;
            case 'registration':
              enqueue.spawnChild(flow, { ...named, input: { remembered: remembered.registration } });
              break;
            case 'rooms':
              enqueue.spawnChild(flow, { ...named, input: given.rooms });
              break;
            case 'blog':
              enqueue.spawnChild(flow, { ...named, input: given.blog });
              break;
            case 'post':
              enqueue.spawnChild(flow, { ...named, input: given.post });
              break;
            default:
              enqueue.spawnChild(flow, named);
          }
        }
      }),
      /** One actor for each known room; one that has its actor already gets what is new about it. */
      openRooms: rootSetup.enqueueActions(
        ({ enqueue, context: { clock, date, flows, known, remembered, rooms } }) => {
          if (!flows.includes('slots')) return;
          for (const room of known) {
            const id = slotsId(room.id);
            if (rooms.includes(id)) {
              enqueue.sendTo(id, { type: 'slots.roomChanged', room });
            } else {
              enqueue.spawnChild('slots', {
                id,
                systemId: id,
                input: { clock, room, remembered: remembered.slots[room.id] },
              });
              if (date !== null) enqueue.sendTo(id, { type: 'slots.dateChosen', date });
            }
          }
          enqueue.assign({ rooms: [...new Set([...rooms, ...known.map(({ id }) => slotsId(id))])] });
        },
      ),
      takeFlows: rootSetup.assign({
        flows: ({ context, event }) =>
          event.type === 'flows.brought' ? [...context.flows, ...event.flows] : context.flows,
      }),
      takeRooms: rootSetup.assign({
        known: ({ context, event }) => (event.type === 'rooms.loaded' ? event.rooms : context.known),
      }),
      takeDate: rootSetup.assign({
        date: ({ context, event }) => (event.type === 'search.applied' ? event.criteria.date : context.date),
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
      wakeSession: rootSetup.sendTo('session', { type: 'app.awake' }),
      wakeCheckout: rootSetup.enqueueActions(({ enqueue, context }) => {
        if (context.flows.includes('checkout')) enqueue.sendTo('checkout', { type: 'app.awake' });
      }),
      clearAway: rootSetup.enqueueActions(({ enqueue, event, context }) => {
        if (!('actorId' in event)) return;
        enqueue.stopChild(event.actorId);
        enqueue.assign({ rooms: context.rooms.filter((id) => id !== event.actorId) });
      }),
    },
  })
  .createMachine({
    id: 'root',
    context: ({ input }) => ({ ...input, known: input.given.rooms?.data ?? [], date: null, rooms: [] }),
    entry: ['openRooms', 'startFlows'],
    on: {
      'flows.brought': { actions: ['takeFlows', 'startFlows', 'openRooms'] },
      'rooms.loaded': { actions: ['takeRooms', 'openRooms'] },
      'search.applied': { actions: ['takeDate', 'tellRoomsDate', 'tellLiveDate'] },
      'slots.outdated': { actions: 'tellRoomsOutdated' },
      'app.awake': { actions: ['wakeSession', 'wakeCheckout', 'tellRoomsOutdated'] },
      'xstate.done.actor.*': { actions: 'clearAway' },
      'xstate.error.actor.*': {
        actions: ['clearAway', 'reportFailure', 'startFlows'],
      },
    },
  });
