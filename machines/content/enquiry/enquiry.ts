import { assign, emit, fromPromise, setup } from 'xstate';
import { ENQUIRY_LIMITS, isFilled } from '../../../domain/text/validation.ts';
import { parseDayFirst } from '../../../domain/time/typedDate.ts';
import { type Failure, failureOf } from '../../engine/failure.ts';
import { defineFlow } from '../../engine/flow.ts';
import type { EnquiryEvent, EnquiryFields, EnquiryInput, EnquiryVariant } from './events.ts';

export type EnquiryErrors = Partial<Record<keyof EnquiryFields, string>>;

export interface EnquiryContext {
  variant: EnquiryVariant;
  fields: EnquiryFields;
  errors: EnquiryErrors;
  failure: Failure | null;
}

const emptyEnquiry: EnquiryFields = {
  name: '',
  email: '',
  phone: '',
  enquireFor: '',
  date: '',
  people: '',
  message: '',
};

const missingTexts = {
  name: 'Enter your name',
  email: 'Enter your email address',
  phone: 'Enter your phone number',
} as const;

const missingEnquireForTexts = {
  enquiry: 'Choose what you are looking for',
  contact: 'Write your message',
} as const;

/**
 * The validation errors by field. The four fields of the specification are required, and their formats are not checked (spec 5,
 * rulings 3 and 18).
 */
function validateEnquiry(variant: EnquiryVariant, fields: EnquiryFields): EnquiryErrors {
  const missingTextOf = { ...missingTexts, enquireFor: missingEnquireForTexts[variant] };
  const errors: EnquiryErrors = {};
  for (const field of Object.keys(missingTextOf) as (keyof typeof missingTextOf)[]) {
    const limit = ENQUIRY_LIMITS[field];
    if (!isFilled(fields[field])) errors[field] = missingTextOf[field];
    else if (fields[field].trim().length > limit) errors[field] = `Use at most ${limit} characters`;
  }
  if (isFilled(fields.date) && parseDayFirst(fields.date) === null) {
    errors.date = 'Enter the day first, such as 24/11/2026';
  }
  if (isFilled(fields.people) && !/^[1-9]\d{0,3}$/.test(fields.people.trim())) {
    errors.people = 'Enter how many people, at least 1';
  }
  if (fields.message.trim().length > ENQUIRY_LIMITS.message) {
    errors.message = `Use at most ${ENQUIRY_LIMITS.message} characters`;
  }
  return errors;
}

/** An enquiry form. The fields are kept until the server has stored them (spec 4). */
export const enquiryMachine = setup({
  types: {
    context: {} as EnquiryContext,
    events: {} as EnquiryEvent,
    input: {} as EnquiryInput,
    /** The form has errors; `field` is the first field with one. */
    emitted: {} as { type: 'enquiryRejected'; field: keyof EnquiryFields },
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
    emitRejected: emit(({ context: { errors } }) => ({
      type: 'enquiryRejected' as const,
      field: (Object.keys(errors)[0] ?? 'name') as keyof EnquiryFields,
    })),
    clearFailure: assign({ failure: null, errors: {} }),
    clear: assign({ fields: emptyEnquiry }),
    persist: () => {
      // Saves the form; provided by the composition root.
    },
    clearPersisted: () => {
      // Deletes the saved form; provided by the composition root.
    },
    logFailure: () => {
      // Logs for developers that an enquiry failed; provided by the composition root.
    },
  },
}).createMachine({
  id: 'enquiry',
  context: ({ input }) => ({
    variant: input.variant,
    // A form that an earlier version of the page stored lacks the newer fields.
    fields: { ...emptyEnquiry, ...input.persisted },
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
          { actions: ['showErrors', 'emitRejected'] },
        ],
      },
    },
    sending: {
      description: 'A second press is ignored',
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
    /** Logs that an enquiry failed, without its content (spec 4). */
    logFailure(): void;
  };
  readonly storage: { saveEnquiry(variant: EnquiryVariant, fields: EnquiryFields | null): void };
}

/** The flow of one variant. The variant is its id. */
const enquiryFlow = <const Id extends EnquiryVariant>(variant: Id) =>
  defineFlow({
    id: variant,
    machine: enquiryMachine,
    whenSessionEnds: 'cleared',
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
