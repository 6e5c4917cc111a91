import { assign, emit, fromPromise, setup } from 'xstate';
import type { CalendarFeed } from '../../contract/bookings/calendar.ts';
import type { Redacted } from '../../domain/text/redacted.ts';
import { type Failure, failureOf } from '../engine/failure.ts';
import { defineFlow } from '../engine/flow.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';
import { sendToFlow, toast } from '../engine/system.ts';
import { dataChanged } from '../engine/topics.ts';

export type CalendarLinkEvent =
  | { type: 'calendarLink.left' }
  | { type: 'calendarLink.retried' }
  | { type: 'calendarLink.createPressed' }
  | { type: 'calendarLink.renewPressed' }
  | { type: 'calendarLink.revokePressed' }
  /** From the dialog that is shown before an address stops working. */
  | { type: 'calendarLink.confirmed' }
  | { type: 'calendarLink.dismissed' }
  | { type: 'calendarLink.copyPressed' }
  /** The page is visible or online again. Another tab may have created, replaced or revoked an address. */
  | { type: 'app.resumed' };

/** `since`: when the address was created (ISO). */
interface CreatedLink {
  readonly address: Redacted<string>;
  readonly since: string;
}

interface CalendarLinkContext {
  /** Known from its creation until the page is left. The server cannot show the address again. */
  created: CreatedLink | null;
  failure: Failure | null;
}

/** Null when the address is not known, or no longer that of the feed: another tab has replaced or revoked it. */
export const shownAddress = (
  { created }: CalendarLinkContext,
  feed: CalendarFeed | null,
): Redacted<string> | null => (created !== null && created.since === feed?.since ? created.address : null);

/**
 * The address that calendar programs subscribe to: it is created, copied, replaced and revoked. The address
 * gives access to the bookings, so it is kept as Redacted and only while a page shows it.
 */
export const calendarLinkMachine = setup({
  types: {
    context: {} as CalendarLinkContext,
    events: {} as CalendarLinkEvent,
    /** A feed that this page did not show has been found: other buttons are shown. */
    emitted: {} as { type: 'feedFound' },
    tags: {} as 'busy',
  },
  actors: {
    load: fromPromise<CalendarFeed>(() => Promise.reject(new Error('load is not provided'))),
    create: fromPromise<CreatedLink>(() => Promise.reject(new Error('create is not provided'))),
    revoke: fromPromise<void>(() => Promise.reject(new Error('revoke is not provided'))),
    copy: fromPromise<void, { created: CreatedLink | null }>(() =>
      Promise.reject(new Error('copy is not provided')),
    ),
  },
  guards: {
    hasAddress: ({ context }) => context.created !== null,
    feedExists: (_, { since }: CalendarFeed) => since !== null,
  },
  actions: {
    clear: assign({ created: null, failure: null }),
    clearFailure: assign({ failure: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    reloadFeed: sendToFlow('root', dataChanged('calendarFeed')),
    emitFound: emit({ type: 'feedFound' }),
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
  id: 'calendarLink',
  context: { created: null, failure: null },
  initial: 'idle',
  on: {
    'calendarLink.left': { target: '.idle', actions: 'clear' },
    'calendarLink.retried': { actions: ['clearFailure', 'reloadFeed'] },
    'app.resumed': { actions: ['clearFailure', 'reloadFeed'] },
  },
  states: {
    idle: {
      on: {
        'calendarLink.createPressed': { target: 'checking', actions: 'clearFailure' },
        'calendarLink.copyPressed': { guard: 'hasAddress', target: 'copying' },
        'calendarLink.renewPressed': 'confirmingRenewal',
        'calendarLink.revokePressed': 'confirmingRevocation',
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
            actions: ['reloadFeed', 'emitFound'],
          },
          { target: 'creating' },
        ],
        onError: { target: 'idle', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
    },
    confirmingRenewal: {
      description: 'The user must confirm that the present address stops working in all calendars',
      on: { 'calendarLink.confirmed': 'creating', 'calendarLink.dismissed': 'idle' },
    },
    confirmingRevocation: {
      on: { 'calendarLink.confirmed': 'revoking', 'calendarLink.dismissed': 'idle' },
    },
    creating: {
      tags: ['busy'],
      // The response may be lost after the old address has stopped working.
      entry: 'clear',
      invoke: {
        id: 'create',
        src: 'create',
        onDone: { target: 'idle', actions: assign({ created: ({ event }) => event.output }) },
        onError: { target: 'idle', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
      // The server completes the call even when its response is lost or the page is left.
      exit: 'reloadFeed',
    },
    revoking: {
      tags: ['busy'],
      entry: 'clear',
      invoke: {
        id: 'revoke',
        src: 'revoke',
        onDone: { target: 'idle', actions: 'showRevokedToast' },
        onError: { target: 'idle', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
      exit: 'reloadFeed',
    },
    copying: {
      invoke: {
        id: 'copy',
        src: 'copy',
        input: ({ context: { created } }) => ({ created }),
        onDone: { target: 'idle', actions: 'showCopiedToast' },
        onError: { target: 'idle', actions: 'showNotCopiedToast' },
      },
    },
  },
});

interface Needs {
  readonly calendarFeed: {
    load(signal: AbortSignal): Promise<CalendarFeed>;
    /** Replaces the previous address. */
    create(): Promise<CreatedLink>;
    revoke(): Promise<void>;
    /** Rejects when the browser does not allow it. */
    copy(text: Redacted<string>): Promise<void>;
  };
}

export const calendarLinkFlows = [
  resourceFlow(
    'calendarFeed',
    { needs: ['calendarFeed'], shows: ['calendarFeed'] },
    ({ calendarFeed }: Needs, _key, signal) => calendarFeed.load(signal),
  ),
  defineFlow({
    id: 'calendarLink',
    machine: calendarLinkMachine,
    whenSessionEnds: 'cleared',
    needs: ['calendarFeed'],
    provide: (machine, { calendarFeed }: Needs) =>
      machine.provide({
        actors: {
          load: fromPromise(({ signal }) => calendarFeed.load(signal)),
          create: fromPromise(() => calendarFeed.create()),
          revoke: fromPromise(() => calendarFeed.revoke()),
          copy: fromPromise(async ({ input: { created } }) => {
            if (created !== null) await calendarFeed.copy(created.address);
          }),
        },
      }),
  }),
] as const;
