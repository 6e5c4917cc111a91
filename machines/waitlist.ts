import { assertEvent, assign, fromPromise, setup } from 'xstate';
import { joinedRange } from '../domain/repair.ts';
import type { SlotRange } from '../domain/slots.ts';
import type { MissedTimes, WaitlistEvent } from './events/waitlist.ts';
import { type Failure, failureOf } from './failure.ts';
import { defineFlow } from './flow.ts';
import { BOOKING_PATH } from './navigation.ts';
import { sendToFlow } from './system.ts';

/** The times that a call about the waiting list names. */
export interface WaitedTimes {
  readonly roomId: number;
  /** IST date. */
  readonly date: string;
  readonly range: SlotRange;
}

interface WaitlistContext {
  missed: MissedTimes | null;
  /** Why the visitor is not on the waiting list. */
  failure: Failure | null;
}

/** Where the visitor continues after signing in. */
const SIGN_IN_PATH = '/login?next=/meeting-room';

/** Taken slots that are pressed one after the other become one range. */
function merged(earlier: MissedTimes | null, missed: MissedTimes): MissedTimes {
  const isSameDay = earlier?.room.id === missed.room.id && earlier.date === missed.date;
  if (!isSameDay || missed.lost.length > 0) return missed;
  return { ...missed, range: joinedRange(earlier.range, missed.range) };
}

/** Times that the visitor wants and somebody else has: what to have instead, and the way onto the waiting list. */
export const waitlistMachine = setup({
  types: {
    context: {} as WaitlistContext,
    events: {} as WaitlistEvent,
    tags: {} as 'busy' | 'joined',
  },
  actors: {
    join: fromPromise<void, WaitedTimes>(() => Promise.reject(new Error('join is not provided'))),
  },
  guards: {
    isUnauthenticated: ({ event }) => 'error' in event && failureOf(event.error).status === 401,
  },
  actions: {
    setMissed: assign(({ context, event }) =>
      event.type === 'waitlist.missed' ? { missed: merged(context.missed, event.missed), failure: null } : {},
    ),
    clear: assign({ missed: null, failure: null }),
    clearFailure: assign({ failure: null }),
    setFailure: assign({ failure: ({ event }) => failureOf('error' in event ? event.error : null) }),
    startCheckout: sendToFlow('checkout', ({ context: { missed }, event }) => {
      assertEvent(event, 'waitlist.roomChosen');
      return {
        type: 'checkout.started' as const,
        selection: { room: event.room, date: missed?.date ?? '', range: missed?.range ?? null },
      };
    }),
    openBookingScreen: sendToFlow('navigation', { type: 'navigation.go', path: BOOKING_PATH }),
    goToSignIn: sendToFlow('navigation', { type: 'navigation.go', path: SIGN_IN_PATH }),
  },
}).createMachine({
  id: 'waitlist',
  context: { missed: null, failure: null },
  initial: 'idle',
  on: {
    'waitlist.missed': { target: '.missing', actions: 'setMissed' },
    'waitlist.dismissed': { target: '.idle', actions: 'clear' },
  },
  states: {
    idle: {},
    missing: {
      description: 'The page says what is taken, and what is free instead',
      on: {
        'waitlist.asked': { target: 'joining', actions: 'clearFailure' },
        'waitlist.roomChosen': { target: 'idle', actions: ['startCheckout', 'openBookingScreen', 'clear'] },
      },
    },
    joining: {
      description: 'A second press is ignored',
      tags: ['busy'],
      invoke: {
        id: 'join',
        src: 'join',
        input: ({ context: { missed } }) => {
          if (!missed) throw new Error('joining without times');
          return { roomId: missed.room.id, date: missed.date, range: missed.range };
        },
        onDone: 'joined',
        onError: [
          { guard: 'isUnauthenticated', target: 'missing', actions: 'goToSignIn' },
          { target: 'missing', actions: 'setFailure' },
        ],
      },
    },
    joined: { tags: ['joined'] },
  },
});

interface Needs {
  readonly waitlist: {
    /** Puts the user on the waiting list for times that are taken; once, however often it is called. */
    join(times: WaitedTimes): Promise<void>;
  };
}

export const waitlistFlow = defineFlow({
  id: 'waitlist',
  machine: waitlistMachine,
  needs: ['waitlist'],
  provide: (machine, { waitlist }: Needs) =>
    machine.provide({ actors: { join: fromPromise(({ input }) => waitlist.join(input)) } }),
});
