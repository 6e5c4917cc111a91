import { assign, emit, fromPromise, setup } from 'xstate';
import {
  type BillingFields,
  type BillingTextField,
  emptyBilling,
  stateOfGstin,
  validateBilling,
} from '../../domain/money/billing.ts';
import { defineFlow } from '../engine/flow.ts';
import {
  type Changed,
  clearedError,
  type EntryRejected,
  failureWith,
  type FormState,
  isValid,
  noErrors,
  rejectionOf,
  shownErrors,
} from '../engine/formActions.ts';
import type { BillingEvent } from './events.ts';

/** The billing details on the server. `isSaved` is false while there are none. */
export interface StoredBilling {
  readonly fields: BillingFields;
  readonly isSaved: boolean;
}

interface BillingContext extends FormState {
  fields: BillingFields;
  /** There are details on the server. */
  isSaved: boolean;
}

const emptyContext: BillingContext = { fields: emptyBilling, ...noErrors, isSaved: false };

/** The fields after a change of one. The GSTIN decides the state. */
function withChangedField(fields: BillingFields, field: BillingTextField, value: string): BillingFields {
  const next = { ...fields, [field]: value };
  return { ...next, state: stateOfGstin(next.gstin) ?? next.state };
}

const errorsIn = ({ context: { fields } }: { context: BillingContext }) => ({
  errors: validateBilling(fields),
});

/**
 * The form of a user's billing details for invoices. The details are loaded when the form is shown and cleared when it is
 * closed, because the next user of the browser must not see them.
 */
export const billingMachine = setup({
  types: {
    context: {} as BillingContext,
    events: {} as BillingEvent,
    emitted: {} as EntryRejected,
    tags: {} as 'busy' | 'editable',
  },
  actors: {
    load: fromPromise<StoredBilling>(() => Promise.reject(new Error('load is not provided'))),
    save: fromPromise<StoredBilling, BillingFields>(() => Promise.reject(new Error('save is not provided'))),
  },
  guards: { isValid },
  actions: {
    clearErrors: assign(noErrors),
    clearError: assign(({ context }, changed: Changed) => clearedError(context, changed)),
    showErrors: assign(shownErrors),
    setFailure: assign(failureWith({})),
    emitRejected: emit(({ context }) => rejectionOf(context, Object.keys(emptyBilling))),
    change: assign(({ context }, { field, value }: { field: BillingTextField; value: string }) => ({
      fields: withChangedField(context.fields, field, value),
      failure: null,
    })),
    changeSez: assign(({ context }, { isSez }: { isSez: boolean }) => ({
      fields: { ...context.fields, isSez },
      failure: null,
    })),
    setStored: assign((_, { output }: { output: StoredBilling }) => output),
    clear: assign(emptyContext),
  },
}).createMachine({
  id: 'billing',
  context: emptyContext,
  initial: 'closed',
  on: { 'billing.closed': { target: '.closed', actions: 'clear' } },
  states: {
    closed: { on: { 'billing.opened': 'loading' } },
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { target: 'editing', actions: { type: 'setStored', params: ({ event }) => event } },
        onError: {
          target: 'unavailable',
          actions: { type: 'setFailure', params: ({ event }) => event },
        },
      },
    },
    unavailable: { on: { 'billing.retried': { target: 'loading', actions: 'clearErrors' } } },
    editing: {
      tags: ['editable'],
      on: {
        'billing.changed': {
          actions: [
            { type: 'change', params: ({ event }) => event },
            { type: 'clearError', params: ({ event }) => event },
          ],
        },
        'billing.sezChanged': {
          actions: [
            { type: 'changeSez', params: ({ event }) => event },
            { type: 'clearError', params: { field: 'gstin' } },
          ],
        },
        'billing.submitted': [
          { guard: { type: 'isValid', params: errorsIn }, target: 'saving', actions: 'clearErrors' },
          { actions: [{ type: 'showErrors', params: errorsIn }, 'emitRejected'] },
        ],
      },
    },
    saving: {
      description: 'A second press is ignored',
      tags: ['busy', 'editable'],
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => context.fields,
        onDone: { target: 'saved', actions: { type: 'setStored', params: ({ event }) => event } },
        onError: { target: 'editing', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
    },
    saved: {
      tags: ['editable'],
      on: {
        'billing.changed': {
          target: 'editing',
          actions: [
            { type: 'change', params: ({ event }) => event },
            { type: 'clearError', params: ({ event }) => event },
          ],
        },
        'billing.sezChanged': {
          target: 'editing',
          actions: [
            { type: 'changeSez', params: ({ event }) => event },
            { type: 'clearError', params: { field: 'gstin' } },
          ],
        },
      },
    },
  },
});

interface Needs {
  readonly billing: {
    load(signal: AbortSignal): Promise<StoredBilling>;
    save(fields: BillingFields, signal: AbortSignal): Promise<StoredBilling>;
  };
}

/** The form of the billing details, on the profile. */
export const billingFlows = [
  defineFlow({
    id: 'billing',
    machine: billingMachine,
    whenSessionEnds: 'cleared',
    needs: ['billing'],
    provide: (machine, { billing }: Needs) =>
      machine.provide({
        actors: {
          load: fromPromise(({ signal }) => billing.load(signal)),
          save: fromPromise(({ input, signal }) => billing.save(input, signal)),
        },
      }),
  }),
] as const;
