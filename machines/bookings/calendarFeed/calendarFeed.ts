import { assign, emit, fromPromise, setup } from 'xstate';
import type { CalendarFeed } from '../../../contract/bookings/calendar.ts';
import type { Redacted } from '../../../domain/text/redacted.ts';
import type { CalendarFeedEvent } from './events.ts';
import { type Failure, failureOf } from '../../engine/failure.ts';
import { defineFlow } from '../../engine/flow.ts';
import { sendToFlow, toast } from '../../engine/system.ts';

interface CalendarFeedContext {
  /** When the address was created (ISO); null: there is none. */
  since: string | null;
  /** Known from its creation until the page is left. The server cannot show it again. */
  address: Redacted<string> | null;
  failure: Failure | null;
}

const emptyContext: CalendarFeedContext = { since: null, address: null, failure: null };

const buttonTransitions = {
  'calendarFeed.copyPressed': { guard: 'hasAddress', target: 'copying' },
  'calendarFeed.renewPressed': { guard: 'hasFeed', target: 'confirmingRenewal' },
  'calendarFeed.revokePressed': { guard: 'hasFeed', target: 'confirmingRevocation' },
} as const;

/**
 * The address that calendar programs subscribe to: it is created, copied, replaced and revoked. The address
 * gives access to the bookings, so it is kept as Redacted and only while a page shows it.
 */
export const calendarFeedMachine = setup({
  types: {
    context: {} as CalendarFeedContext,
    events: {} as CalendarFeedEvent,
    /** Other buttons are shown: the address was created, replaced or revoked, or its state is unknown. */
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
    isDifferentFeed: ({ context }, { since }: CalendarFeed) => since !== context.since,
    feedExists: (_, { since }: CalendarFeed) => since !== null,
  },
  actions: {
    clear: assign(emptyContext),
    clearFeed: assign({ since: null, address: null }),
    /** Another tab created this address, and only that tab can show it. */
    replaceFeed: assign((_, { since }: CalendarFeed) => ({ since, address: null })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    emitChanged: emit({ type: 'feedChanged' }),
    showRevokedToast: sendToFlow(
      'notifier',
      toast('success', 'The calendar link no longer works', { topic: 'calendar' }),
    ),
    showCopiedToast: sendToFlow(
      'notifier',
      toast('success', 'The calendar link has been copied', { topic: 'calendar' }),
    ),
    showNotCopiedToast: sendToFlow(
      'notifier',
      toast('error', 'Your browser did not let us copy it. Select the link and copy it.', {
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
        onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
    },
    failed: {
      description: 'It is unknown whether there is an address: a call was refused or had no response',
      on: { 'calendarFeed.retried': 'loading', 'app.resumed': 'loading' },
    },
    deciding: { always: [{ guard: 'hasFeed', target: 'on' }, { target: 'off' }] },
    off: { on: { 'calendarFeed.createPressed': 'checking', 'app.resumed': 'refreshing' } },
    on: { on: { ...buttonTransitions, 'app.resumed': 'refreshing' } },
    refreshing: {
      description: 'The shown state and its buttons stay until the response has arrived',
      on: { 'calendarFeed.createPressed': 'checking', ...buttonTransitions },
      invoke: {
        id: 'load',
        src: 'load',
        onDone: [
          {
            guard: { type: 'isDifferentFeed', params: ({ event }) => event.output },
            target: 'deciding',
            actions: [{ type: 'replaceFeed', params: ({ event }) => event.output }, 'emitChanged'],
          },
          { target: 'deciding' },
        ],
        onError: 'deciding',
      },
    },
    checking: {
      description:
        'Another tab may have created an address, which a new one would replace: the user must then confirm',
      tags: ['busy'],
      invoke: {
        id: 'load',
        src: 'load',
        onDone: [
          {
            guard: { type: 'feedExists', params: ({ event }) => event.output },
            target: 'confirmingRenewal',
            actions: [{ type: 'replaceFeed', params: ({ event }) => event.output }, 'emitChanged'],
          },
          { target: 'creating' },
        ],
        onError: {
          target: 'failed',
          actions: [{ type: 'setFailure', params: ({ event }) => event }, 'emitChanged'],
        },
      },
    },
    confirmingRenewal: {
      description: 'The user must confirm that the present address stops working in all calendars',
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
        onError: {
          target: 'failed',
          actions: [{ type: 'setFailure', params: ({ event }) => event }, 'emitChanged'],
        },
      },
    },
    revoking: {
      tags: ['busy'],
      invoke: {
        id: 'revoke',
        src: 'revoke',
        onDone: { target: 'off', actions: ['clearFeed', 'showRevokedToast', 'emitChanged'] },
        onError: {
          target: 'failed',
          actions: ['clearFeed', { type: 'setFailure', params: ({ event }) => event }, 'emitChanged'],
        },
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
    load(signal: AbortSignal): Promise<CalendarFeed>;
    /** Replaces the previous address. */
    create(): Promise<{ address: Redacted<string>; since: string }>;
    revoke(): Promise<void>;
    /** Rejects when the browser does not allow it. */
    copy(text: Redacted<string>): Promise<void>;
  };
}

export const calendarFeedFlows = [
  defineFlow({
    id: 'calendarFeed',
    machine: calendarFeedMachine,
    whenSessionEnds: 'cleared',
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
