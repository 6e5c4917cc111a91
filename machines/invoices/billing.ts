import { assign, emit, fromPromise, setup } from 'xstate';
import {
  type BillingErrors,
  type BillingFields,
  type BillingTextField,
  emptyBilling,
  stateOfGstin,
  validateBilling,
} from '../../domain/money/billing.ts';
import { type Failure, failureOf } from '../engine/failure.ts';
import { defineFlow } from '../engine/flow.ts';
import type { BillingEvent } from './events.ts';

/** The billing details on the server. `isSaved` is false while there are none. */
export interface StoredBilling {
  readonly fields: BillingFields;
  readonly isSaved: boolean;
}

interface BillingContext {
  fields: BillingFields;
  errors: BillingErrors;
  failure: Failure | null;
  /** There are details on the server. */
  isSaved: boolean;
}

const emptyContext: BillingContext = { fields: emptyBilling, errors: {}, failure: null, isSaved: false };

/** The fields after a change of one. The GSTIN decides the state. */
function withChangedField(fields: BillingFields, field: BillingTextField, value: string): BillingFields {
  const next = { ...fields, [field]: value };
  return { ...next, state: stateOfGstin(next.gstin) ?? next.state };
}

/**
 * The form of a user's billing details for invoices. The details are loaded when the form is shown and cleared when it is
 * closed, because the next user of the browser must not see them.
 */
export const billingMachine = setup({
  types: {
    context: {} as BillingContext,
    events: {} as BillingEvent,
    /** The form has errors; `field` is the first field with one. */
    emitted: {} as { type: 'billingRejected'; field: BillingTextField },
    tags: {} as 'busy' | 'editable',
  },
  actors: {
    load: fromPromise<StoredBilling>(() => Promise.reject(new Error('load is not provided'))),
    save: fromPromise<StoredBilling, BillingFields>(() => Promise.reject(new Error('save is not provided'))),
  },
  guards: {
    isValid: ({ context: { fields } }) => Object.keys(validateBilling(fields)).length === 0,
  },
  actions: {
    change: assign(({ context, event }) => {
      if (event.type !== 'billing.changed') return {};
      const { [event.field]: _corrected, ...errors } = context.errors;
      return { fields: withChangedField(context.fields, event.field, event.value), errors, failure: null };
    }),
    changeSez: assign(({ context, event }) => {
      if (event.type !== 'billing.sezChanged') return {};
      const { gstin: _corrected, ...errors } = context.errors;
      return { fields: { ...context.fields, isSez: event.isSez }, errors, failure: null };
    }),
    showErrors: assign({ errors: ({ context: { fields } }) => validateBilling(fields), failure: null }),
    emitRejected: emit(({ context: { errors } }) => ({
      type: 'billingRejected' as const,
      field: (Object.keys(errors)[0] ?? 'companyName') as BillingTextField,
    })),
    clearFailure: assign({ failure: null, errors: {} }),
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
        onDone: { target: 'editing', actions: assign(({ event }) => event.output) },
        onError: {
          target: 'unavailable',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
    unavailable: { on: { 'billing.retried': { target: 'loading', actions: 'clearFailure' } } },
    editing: {
      tags: ['editable'],
      on: {
        'billing.changed': { actions: 'change' },
        'billing.sezChanged': { actions: 'changeSez' },
        'billing.submitted': [
          { guard: 'isValid', target: 'saving', actions: 'clearFailure' },
          { actions: ['showErrors', 'emitRejected'] },
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
        onDone: { target: 'saved', actions: assign(({ event }) => event.output) },
        onError: { target: 'editing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    saved: {
      tags: ['editable'],
      on: {
        'billing.changed': { target: 'editing', actions: 'change' },
        'billing.sezChanged': { target: 'editing', actions: 'changeSez' },
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
