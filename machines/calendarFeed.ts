import { assign, emit, fromPromise, setup } from 'xstate';
import type { CalendarFeed } from '../contract/calendar.ts';
import type { Redacted } from '../domain/redacted.ts';
import type { CalendarFeedEvent } from './events/calendarFeed.ts';
import { type Failure, failureOf } from './failure.ts';
import { defineFlow } from './flow.ts';
import { sendToFlow, toast } from './system.ts';

interface CalendarFeedContext {
  /** Since when there is an address (ISO); null without one. */
  since: string | null;
  /** The address, from when it is made until the page is left; the server cannot show it again. */
  address: Redacted<string> | null;
  failure: Failure | null;
}

const emptyContext: CalendarFeedContext = { since: null, address: null, failure: null };

/** What the buttons of an address do. */
const buttonTransitions = {
  'calendarFeed.copyPressed': { guard: 'hasAddress', target: 'copying' },
  'calendarFeed.renewPressed': { guard: 'hasFeed', target: 'confirmingRenewal' },
  'calendarFeed.revokePressed': { guard: 'hasFeed', target: 'confirmingRevocation' },
} as const;

const sinceIn = (event: CalendarFeedEvent | { output: CalendarFeed }): string | null =>
  'output' in event ? event.output.since : null;

/**
 * The address that calendar programs subscribe to (decision 0037): made, copied, replaced and revoked. Who has the address
 * can read the bookings, so it is kept as Redacted, and only while a page shows it.
 */
export const calendarFeedMachine = setup({
  types: {
    context: {} as CalendarFeedContext,
    events: {} as CalendarFeedEvent,
    /** There is another address than before, none any more, or nobody knows: the buttons have changed. */
    emitted: {} as { type: 'feedChanged' },
    tags: {} as 'busy',
  },
  actors: {
    load: fromPromise<CalendarFeed>(() => Promise.reject(new Error('load is not provided'))),
    create: fromPromise<{ address: Redacted<string>; since: string }>(() =>
      Promise.reject(new Error('create is not provided')),
    ),
    revoke: fromPromise<void>(() => Promise.reject(new Error('revoke is not provided'))),
    copy: fromPromise<void, { address: Redacted<string> | null }>(() =>
      Promise.reject(new Error('copy is not provided')),
    ),
  },
  guards: {
    hasFeed: ({ context }) => context.since !== null,
    hasAddress: ({ context }) => context.address !== null,
    isDifferentFeed: ({ context, event }) => sinceIn(event) !== context.since,
    feedExists: ({ event }) => sinceIn(event) !== null,
  },
  actions: {
    clear: assign(emptyContext),
    clearFailure: assign({ failure: null }),
    clearFeed: assign({ since: null, address: null }),
    /** Who has made this address is another tab, which alone can show it. */
    replaceFeed: assign({ since: ({ event }) => sinceIn(event), address: null }),
    setFailure: assign({ failure: ({ event }) => failureOf('error' in event ? event.error : null) }),
    emitChanged: emit({ type: 'feedChanged' }),
    showRevokedToast: sendToFlow(
      'notifier',
      toast('success', 'The calendar address no longer works', { topic: 'calendar' }),
    ),
    showCopiedToast: sendToFlow(
      'notifier',
      toast('success', 'The calendar address is copied', { topic: 'calendar' }),
    ),
    showNotCopiedToast: sendToFlow(
      'notifier',
      toast('error', 'Your browser did not let us copy it. Select the address and copy it.', {
        topic: 'calendar',
      }),
    ),
  },
}).createMachine({
  id: 'calendarFeed',
  context: emptyContext,
  initial: 'hidden',
  on: { 'calendarFeed.left': { target: '.hidden', actions: 'clear' } },
  states: {
    hidden: { on: { 'calendarFeed.shown': 'loading' } },
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'load',
        src: 'load',
        onDone: {
          target: 'deciding',
          actions: assign({ since: ({ event }) => event.output.since, failure: null }),
        },
        onError: { target: 'failed', actions: 'setFailure' },
      },
    },
    failed: {
      description: 'What there is, is not known: a call was not answered, or refused',
      on: { 'calendarFeed.retried': 'loading', 'app.resumed': 'loading' },
    },
    deciding: { always: [{ guard: 'hasFeed', target: 'on' }, { target: 'off' }] },
    off: { on: { 'calendarFeed.createPressed': 'checking', 'app.resumed': 'refreshing' } },
    on: { on: { ...buttonTransitions, 'app.resumed': 'refreshing' } },
    refreshing: {
      description: 'What is shown stays, and its buttons work, until it is known to be otherwise',
      on: { 'calendarFeed.createPressed': 'checking', ...buttonTransitions },
      invoke: {
        id: 'load',
        src: 'load',
        onDone: [
          { guard: 'isDifferentFeed', target: 'deciding', actions: ['replaceFeed', 'emitChanged'] },
          { target: 'deciding' },
        ],
        onError: 'deciding',
      },
    },
    checking: {
      description:
        'Another tab may have made an address, which a new one would end: then that is asked first',
      tags: ['busy'],
      invoke: {
        id: 'load',
        src: 'load',
        onDone: [
          { guard: 'feedExists', target: 'confirmingRenewal', actions: ['replaceFeed', 'emitChanged'] },
          { target: 'creating' },
        ],
        onError: { target: 'failed', actions: ['setFailure', 'emitChanged'] },
      },
    },
    confirmingRenewal: {
      description: 'The present address stops working, also where it is subscribed to',
      on: { 'calendarFeed.confirmed': 'creating', 'calendarFeed.dismissed': 'on' },
    },
    confirmingRevocation: {
      on: { 'calendarFeed.confirmed': 'revoking', 'calendarFeed.dismissed': 'on' },
    },
    creating: {
      tags: ['busy'],
      // The response may be lost after the old address has stopped working.
      entry: 'clearFeed',
      invoke: {
        id: 'create',
        src: 'create',
        onDone: { target: 'on', actions: [assign(({ event }) => event.output), 'emitChanged'] },
        onError: { target: 'failed', actions: ['setFailure', 'emitChanged'] },
      },
    },
    revoking: {
      tags: ['busy'],
      invoke: {
        id: 'revoke',
        src: 'revoke',
        onDone: { target: 'off', actions: ['clearFeed', 'showRevokedToast', 'emitChanged'] },
        onError: { target: 'failed', actions: ['clearFeed', 'setFailure', 'emitChanged'] },
      },
    },
    copying: {
      invoke: {
        id: 'copy',
        src: 'copy',
        input: ({ context }) => ({ address: context.address }),
        onDone: { target: 'on', actions: 'showCopiedToast' },
        onError: { target: 'on', actions: 'showNotCopiedToast' },
      },
    },
  },
});

interface Needs {
  readonly calendarFeed: {
    /** Whether the user has a feed, and since when. */
    load(signal: AbortSignal): Promise<CalendarFeed>;
    /** Makes a feed, in place of the one before; returns its whole address. */
    create(): Promise<{ address: Redacted<string>; since: string }>;
    revoke(): Promise<void>;
    /** Puts a text into the clipboard; rejects when the browser does not allow it. */
    copy(text: Redacted<string>): Promise<void>;
  };
}

/** The flow of the calendar that a user subscribes to. */
export const calendarFeedFlows = [
  defineFlow({
    id: 'calendarFeed',
    machine: calendarFeedMachine,
    needs: ['calendarFeed'],
    provide: (machine, { calendarFeed }: Needs) =>
      machine.provide({
        actors: {
          load: fromPromise(({ signal }) => calendarFeed.load(signal)),
          create: fromPromise(() => calendarFeed.create()),
          revoke: fromPromise(() => calendarFeed.revoke()),
          copy: fromPromise(async ({ input: { address } }) => {
            if (address !== null) await calendarFeed.copy(address);
          }),
        },
      }),
  }),
] as const;
