import { fromPromise } from 'xstate';
import { ENQUIRY_LIMITS } from '../../../domain/content/enquiry.ts';
import { isFilled } from '../../../domain/text/typedText.ts';
import { parseDayFirst } from '../../../domain/time/typedDate.ts';
import { defineFlow } from '../../engine/flow.ts';
import { type FormEntry, formMachine } from '../../engine/form/form.ts';
import type { FormErrors } from '../../engine/form/formErrors.ts';
import { emptyEnquiry, type EnquiryFields, type EnquiryVariant } from './fields.ts';

const fieldsOf = (entry: FormEntry): EnquiryFields => ({ ...emptyEnquiry, ...entry });

const labelsOf = (variant: EnquiryVariant) => ({
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  enquireFor: variant === 'enquiry' ? 'Looking for' : 'Message',
  date: 'Date',
  people: 'People',
  message: 'Anything else',
});

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
 * The four fields of the specification are required, and their formats are not checked (spec 5, rulings 3 and
 * 18).
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

interface Needs {
  readonly enquiries: {
    send(fields: EnquiryFields): Promise<void>;
    /** Without the content of the enquiry (spec 4). */
    logFailure(): void;
  };
  readonly storage: { saveEnquiry(variant: EnquiryVariant, fields: EnquiryFields | null): void };
}

/** The variant is the id. The fields are kept until the server has stored them (spec 4). */
const enquiryFlow = <const Id extends EnquiryVariant>(variant: Id) =>
  defineFlow({
    id: variant,
    machine: formMachine(variant, {
      changes: [],
      labels: labelsOf(variant),
      validate: (entry) => validateEnquiry(variant, fieldsOf(entry)),
      keeps: emptyEnquiry,
    }),
    whenSessionEnds: 'cleared',
    needs: ['enquiries', 'storage'],
    provide: (machine, { enquiries, storage }: Needs) =>
      machine.provide({
        actors: { send: fromPromise(({ input }) => enquiries.send(fieldsOf(input.reveal()))) },
        actions: {
          persist: ({ context: { kept } }) => storage.saveEnquiry(variant, fieldsOf(kept)),
          clearPersisted: () => storage.saveEnquiry(variant, null),
          handleFailure: () => enquiries.logFailure(),
        },
      }),
    input: ({ persisted }) => ({ isOpen: true, kept: persisted.enquiries?.[variant] }),
  });

export const enquiryFlows = [enquiryFlow('enquiry'), enquiryFlow('contact')] as const;
