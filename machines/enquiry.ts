import { assign, fromPromise, setup } from 'xstate';
import { ENQUIRY_LIMITS, isFilled } from '../domain/validation.ts';
import { type Failure, failureOf } from './failure.ts';
import { defineFlow } from './flow.ts';
import type { EnquiryEvent, EnquiryFields, EnquiryInput, EnquiryVariant } from './events/enquiry.ts';

export type EnquiryErrors = Partial<Record<keyof EnquiryFields, string>>;

export interface EnquiryContext {
  variant: EnquiryVariant;
  fields: EnquiryFields;
  errors: EnquiryErrors;
  failure: Failure | null;
}

const emptyEnquiry: EnquiryFields = { name: '', email: '', phone: '', enquireFor: '' };

const missing = {
  name: 'Enter your name',
  email: 'Enter your email address',
  phone: 'Enter your phone number',
} as const;

const missingEnquireFor = {
  enquiry: 'Choose what you are looking for',
  contact: 'Write your message',
} as const;

/** What keeps a form from being sent, by field: all four are filled, no format is checked (spec 5, rulings 3 and 18). */
function validateEnquiry(variant: EnquiryVariant, fields: EnquiryFields): EnquiryErrors {
  const words = { ...missing, enquireFor: missingEnquireFor[variant] };
  const errors: EnquiryErrors = {};
  for (const field of Object.keys(words) as (keyof EnquiryFields)[]) {
    const limit = ENQUIRY_LIMITS[field];
    if (!isFilled(fields[field])) errors[field] = words[field];
    else if (fields[field].trim().length > limit) errors[field] = `Use at most ${limit} characters`;
  }
  return errors;
}

/** An enquiry from being written to being sent; what was typed stays until the server has it (spec 4). */
export const enquiryMachine = setup({
  types: {
    context: {} as EnquiryContext,
    events: {} as EnquiryEvent,
    input: {} as EnquiryInput,
    tags: {} as 'busy',
  },
  actors: {
    send: fromPromise<void, EnquiryFields>(() => Promise.reject(new Error('send is not provided'))),
  },
  guards: {
    isComplete: ({ context: { variant, fields } }) =>
      Object.keys(validateEnquiry(variant, fields)).length === 0,
  },
  actions: {
    change: assign(({ context, event }) => {
      if (event.type !== 'enquiry.changed') return {};
      const { [event.field]: _corrected, ...errors } = context.errors;
      return { fields: { ...context.fields, [event.field]: event.value }, errors };
    }),
    showErrors: assign({
      errors: ({ context: { variant, fields } }) => validateEnquiry(variant, fields),
      failure: null,
    }),
    clearFailure: assign({ failure: null, errors: {} }),
    clear: assign({ fields: emptyEnquiry }),
    persist: () => {
      // Keeps the form over a reload; provided by the composition root.
    },
    clearPersisted: () => {
      // The form is sent: nothing of it is kept; provided by the composition root.
    },
    logFailure: () => {
      // Where a developer reads that an enquiry did not arrive; provided by the composition root.
    },
  },
}).createMachine({
  id: 'enquiry',
  context: ({ input }) => ({
    variant: input.variant,
    fields: input.persisted ?? emptyEnquiry,
    errors: {},
    failure: null,
  }),
  initial: 'writing',
  states: {
    writing: {
      on: {
        'enquiry.changed': { actions: ['change', 'persist'] },
        'enquiry.submitted': [
          { guard: 'isComplete', target: 'sending', actions: 'clearFailure' },
          { actions: 'showErrors' },
        ],
      },
    },
    /** Deaf to a second press of the button. */
    sending: {
      tags: ['busy'],
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context }) => context.fields,
        onDone: { target: 'sent', actions: ['clear', 'clearPersisted'] },
        onError: {
          target: 'writing',
          actions: [assign({ failure: ({ event }) => failureOf(event.error) }), 'logFailure'],
        },
      },
    },
    sent: { on: { 'enquiry.resumed': 'writing' } },
  },
});

interface Needs {
  readonly enquiries: {
    send(fields: EnquiryFields): Promise<void>;
    /** Logs that one did not arrive, and nothing of what is in it (spec 4). */
    logFailure(): void;
  };
  readonly storage: { saveEnquiry(variant: EnquiryVariant, fields: EnquiryFields | null): void };
}

const enquiryFlow = <const Id extends EnquiryVariant>(variant: Id) =>
  defineFlow({
    id: variant,
    machine: enquiryMachine,
    needs: ['enquiries', 'storage'],
    provide: (machine, { enquiries, storage }: Needs) =>
      machine.provide({
        actors: { send: fromPromise(({ input }) => enquiries.send(input)) },
        actions: {
          persist: ({ context: { fields } }) => storage.saveEnquiry(variant, fields),
          clearPersisted: () => storage.saveEnquiry(variant, null),
          logFailure: () => enquiries.logFailure(),
        },
      }),
    input: ({ persisted }) => ({ variant, persisted: persisted.enquiries[variant] }),
  });

/** The enquiry form and its contact variant. */
export const enquiryFlows = [enquiryFlow('enquiry'), enquiryFlow('contact')] as const;
