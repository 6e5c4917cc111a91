import { assign, emit, fromPromise, setup } from 'xstate';
import { ENQUIRY_LIMITS, isFilled } from '../../../domain/text/validation.ts';
import { parseDayFirst } from '../../../domain/time/typedDate.ts';
import { defineFlow } from '../../engine/flow.ts';
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
} from '../../engine/formActions.ts';
import type { FormErrors } from '../../engine/formErrors.ts';
import type { EnquiryEvent, EnquiryFields, EnquiryInput, EnquiryVariant } from './events.ts';

export interface EnquiryContext extends FormState {
  variant: EnquiryVariant;
  fields: EnquiryFields;
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
function validateEnquiry(variant: EnquiryVariant, fields: EnquiryFields): FormErrors {
  const missingTextOf = { ...missingTexts, enquireFor: missingEnquireForTexts[variant] };
  const errors: Partial<Record<keyof EnquiryFields, string>> = {};
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

const errorsIn = ({ context: { variant, fields } }: { context: EnquiryContext }) => ({
  errors: validateEnquiry(variant, fields),
});

/** An enquiry form. The fields are kept until the server has stored them (spec 4). */
export const enquiryMachine = setup({
  types: {
    context: {} as EnquiryContext,
    events: {} as EnquiryEvent,
    input: {} as EnquiryInput,
    emitted: {} as EntryRejected,
    tags: {} as 'busy',
  },
  actors: {
    send: fromPromise<void, EnquiryFields>(() => Promise.reject(new Error('send is not provided'))),
  },
  guards: { isValid },
  actions: {
    clearErrors: assign(noErrors),
    clearError: assign(({ context }, changed: Changed) => clearedError(context, changed)),
    showErrors: assign(shownErrors),
    setFailure: assign(failureWith({})),
    emitRejected: emit(({ context }) => rejectionOf(context, Object.keys(emptyEnquiry))),
    change: assign(({ context }, { field, value }: { field: keyof EnquiryFields; value: string }) => ({
      fields: { ...context.fields, [field]: value },
    })),
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
    ...noErrors,
  }),
  initial: 'writing',
  states: {
    writing: {
      on: {
        'enquiry.changed': {
          actions: [
            { type: 'change', params: ({ event }) => event },
            { type: 'clearError', params: ({ event }) => event },
            'persist',
          ],
        },
        'enquiry.submitted': [
          { guard: { type: 'isValid', params: errorsIn }, target: 'sending', actions: 'clearErrors' },
          { actions: [{ type: 'showErrors', params: errorsIn }, 'emitRejected'] },
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
          actions: [{ type: 'setFailure', params: ({ event }) => event }, 'logFailure'],
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
