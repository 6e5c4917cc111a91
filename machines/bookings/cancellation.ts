import { assign, emit, fromPromise, setup } from 'xstate';
import type { AmountPaid } from '../../domain/money/cancellation.ts';
import type { CancelTerms } from '../../domain/bookings/terms.ts';
import { type Failure, failureOf } from '../engine/failure.ts';
import { defineFlow } from '../engine/flow.ts';
import { retrying } from '../engine/retry.ts';
import { sendToFlow, toast } from '../engine/system.ts';
import { dataChanged } from '../engine/topics.ts';

/** Shown terms are loaded again after this time, because the refund decreases as the start approaches. */
const TERMS_MAX_AGE_MS = 5 * 60_000;

export type CancellationEvent =
  /** A page shows a booking that can be cancelled. */
  | { type: 'cancellation.opened'; bookingId: string }
  | { type: 'cancellation.closed' }
  /** The customer presses Cancel: the refund is shown and must be confirmed. */
  | { type: 'cancellation.requested' }
  | { type: 'cancellation.dismissed' }
  | { type: 'cancellation.confirmed' }
  | { type: 'cancellation.retried' };

interface CancellationContext {
  bookingId: string;
  terms: CancelTerms | null;
  /** The server refused the confirmed terms, because the refund has decreased. */
  haveTermsChanged: boolean;
  failure: Failure | null;
}

/**
 * Cancelling one booking: its terms are loaded and shown, and the user confirms them with the refund that was shown. A repeated
 * call is safe, because the server cancels once and returns the same response.
 */
export const cancellationMachine = setup({
  types: {
    context: {} as CancellationContext,
    events: {} as CancellationEvent,
    /** The button that cancels the booking disappears. */
    emitted: {} as { type: 'cancelled' },
    tags: {} as 'busy' | 'confirming',
  },
  actors: {
    loadTerms: fromPromise<CancelTerms, { bookingId: string }>(() =>
      Promise.reject(new Error('loadTerms is not provided')),
    ),
    cancel: retrying(
      fromPromise<void, { bookingId: string; refund: AmountPaid }>(() =>
        Promise.reject(new Error('cancel is not provided')),
      ),
    ),
  },
  delays: { termsAge: TERMS_MAX_AGE_MS },
  guards: {
    /** The booking has started, was cancelled before, is unpaid, or is not the caller's. */
    isFinal: (_, { error }: { error: unknown }) => {
      const { status, code } = failureOf(error);
      return (status === 409 && code !== 'terms-changed') || status === 404 || status === 403;
    },
    areTermsOld: (_, { error }: { error: unknown }) => failureOf(error).details.terms !== undefined,
  },
  actions: {
    open: assign((_, { bookingId }: { bookingId: string }) => ({
      bookingId,
      terms: null,
      haveTermsChanged: false,
      failure: null,
    })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    clearFailure: assign({ failure: null, haveTermsChanged: false }),
    takeFreshTerms: assign(({ context }, { error }: { error: unknown }) => ({
      terms: failureOf(error).details.terms ?? context.terms,
      haveTermsChanged: true,
      failure: null,
    })),
    emitCancelled: emit({ type: 'cancelled' }),
    showCancelledToast: sendToFlow('notifier', toast('success', 'Your booking has been cancelled.')),
    announceChange: sendToFlow('root', dataChanged('bookings', 'availability', 'points', 'invoices')),
  },
}).createMachine({
  id: 'cancellation',
  context: { bookingId: '', terms: null, haveTermsChanged: false, failure: null },
  initial: 'closed',
  on: {
    'cancellation.opened': { target: '.checking', actions: { type: 'open', params: ({ event }) => event } },
    'cancellation.closed': '.closed',
  },
  states: {
    closed: {},
    checking: {
      tags: ['busy'],
      invoke: {
        id: 'loadTerms',
        src: 'loadTerms',
        input: ({ context }) => ({ bookingId: context.bookingId }),
        onDone: {
          target: 'offered',
          actions: [assign({ terms: ({ event }) => event.output }), 'clearFailure'],
        },
        onError: [
          {
            guard: { type: 'isFinal', params: ({ event }) => event },
            target: 'refused',
            actions: { type: 'setFailure', params: ({ event }) => event },
          },
          { target: 'unknown', actions: { type: 'setFailure', params: ({ event }) => event } },
        ],
      },
    },
    offered: {
      description: 'The page shows what cancelling would refund now',
      after: { termsAge: 'checking' },
      on: { 'cancellation.requested': 'confirming' },
    },
    unknown: {
      description: 'The terms could not be loaded',
      on: { 'cancellation.retried': { target: 'checking', actions: 'clearFailure' } },
    },
    confirming: {
      description: 'The dialog asks for a confirmation; after a failure it shows the reason',
      tags: ['confirming'],
      on: {
        'cancellation.dismissed': { target: 'offered', actions: 'clearFailure' },
        'cancellation.confirmed': { target: 'cancelling', actions: 'clearFailure' },
      },
    },
    cancelling: {
      tags: ['busy', 'confirming'],
      invoke: {
        id: 'cancel',
        src: 'cancel',
        input: ({ context }) => ({
          bookingId: context.bookingId,
          refund: context.terms?.refund ?? { with: 'card', amount: 0 },
        }),
        onDone: { target: 'cancelled', actions: ['showCancelledToast', 'emitCancelled'] },
        onError: [
          {
            guard: { type: 'areTermsOld', params: ({ event }) => event },
            target: 'confirming',
            actions: { type: 'takeFreshTerms', params: ({ event }) => event },
          },
          {
            guard: { type: 'isFinal', params: ({ event }) => event },
            target: 'refused',
            actions: { type: 'setFailure', params: ({ event }) => event },
          },
          { target: 'confirming', actions: { type: 'setFailure', params: ({ event }) => event } },
        ],
      },
      // The server completes the call even when the page is left, so the lists are loaded again.
      exit: 'announceChange',
    },
    cancelled: {},
    refused: { description: 'It cannot be cancelled; the failure has the reason' },
  },
});

interface Needs {
  readonly cancellation: {
    terms(bookingId: string, signal: AbortSignal): Promise<CancelTerms>;
    /** Rejects when the refund is no longer this one. */
    cancel(bookingId: string, refund: AmountPaid): Promise<void>;
  };
}

export const cancellationFlow = defineFlow({
  id: 'cancellation',
  machine: cancellationMachine,
  whenSessionEnds: 'cleared',
  needs: ['cancellation'],
  provide: (machine, { cancellation }: Needs) =>
    machine.provide({
      actors: {
        loadTerms: fromPromise(({ input, signal }) => cancellation.terms(input.bookingId, signal)),
        cancel: retrying(fromPromise(({ input }) => cancellation.cancel(input.bookingId, input.refund))),
      },
    }),
});
