import { assign, emit, fromPromise } from 'xstate';
import { messages } from '../../../domain/text/messages.ts';
import { defineFlow } from '../../engine/flow.ts';
import { accountStep, newRegistration, type RegistrationEffects, registrationSetup } from './accountStep.ts';
import {
  personalSummary,
  phoneCheckOf,
  type RegistrationFields,
  registrationOf,
  type RegistrationSummary,
  serverErrorSummary,
} from './form.ts';

/** Found by the `register` effect. */
export class InvalidPhone extends Error {
  override readonly name = 'InvalidPhone';
}

const invalidPhone: RegistrationSummary = {
  title: messages.registration.invalidPhone,
  reason: null,
  errors: { phone: messages.registration.invalidPhone },
};

/** The form has one field for the name, so the server's errors of the last name are shown there. */
function summaryOf(error: unknown): RegistrationSummary {
  const summary = serverErrorSummary(error);
  const { firstName, lastName, ...errors } = summary.errors;
  const name = firstName ?? lastName;
  return { ...summary, errors: { ...(name && { firstName: name }), ...errors } };
}

const { filling, submitting } = accountStep({
  validate: ({ passwords, ...person }) => {
    const summary = personalSummary(person, {
      firstName: 'Enter your name',
      email: 'Enter your email address',
      phone: 'Enter your phone number',
    });
    if (passwords.isFilled) return summary;
    const errors = { ...summary.errors, password: 'Enter a password' };
    return { title: messages.registration.fieldsRequired, reason: null, errors };
  },
  summaryOf,
  created: 'registered',
  proceed: 'confirmBooking',
});

/** The first word of the name is the first name, the rest is the last name (spec 3). */
export function withLastName(fields: RegistrationFields): RegistrationFields {
  const [firstName = '', ...otherNames] = fields.firstName.trim().split(/\s+/);
  return { ...fields, firstName, lastName: otherNames.join(' ') };
}

/**
 * The registration within a booking. It has only the step that creates the account, with four fields, of which `firstName` is the whole
 * name. The booking continues with the new user. The other fields are only on the two-step page.
 */
export const newAccountMachine = registrationSetup
  .extend({
    guards: {
      isPhoneInvalid: (_, { error }: { error: unknown }) => error instanceof InvalidPhone,
    },
    actions: {
      setInvoiceWanted: assign((_, { isWanted }: { isWanted: boolean }) => ({ wantsInvoice: isWanted })),
      emitCreated: emit({ type: 'accountCreated' }),
    },
  })
  .createMachine({
    id: 'newAccount',
    context: ({ input }) => newRegistration(input.persisted),
    initial: 'filling',
    on: {
      'registration.shown': { actions: 'recordShown' },
      'registration.left': { actions: 'leaveForm' },
    },
    states: {
      filling: {
        on: {
          'registration.passwordsTyped': filling.on['registration.passwordsTyped'],
          'registration.submitted': filling.on['registration.submitted'],
          'registration.changed': { actions: { type: 'change', params: ({ event }) => event } },
          'registration.invoiceWanted': {
            actions: { type: 'setInvoiceWanted', params: ({ event }) => event },
          },
        },
      },
      submitting: {
        ...submitting,
        invoke: {
          ...submitting.invoke,
          onError: [
            {
              guard: { type: 'isPhoneInvalid', params: ({ event }) => event },
              target: 'filling',
              actions: [{ type: 'showErrors', params: invalidPhone }, 'dismissToasts', 'emitRejected'],
            },
            submitting.invoke.onError,
          ],
        },
      },
      registered: {
        description: 'The account is created. The form is empty when it is shown again.',
        entry: ['clearForm', 'emitCreated'],
        on: { 'registration.shown': { target: 'filling', actions: 'recordShown' } },
      },
    },
  });

export const newAccountFlows = [
  defineFlow({
    id: 'newAccount',
    machine: newAccountMachine,
    whenSessionEnds: 'cleared',
    needs: ['registration'],
    provide: (machine, { registration }: RegistrationEffects) =>
      machine.provide({
        actors: {
          register: fromPromise(async ({ input: { person, password } }) => {
            const number = await registration.checkPhone(person.fields.phone, person.fields.country);
            if (number === null) throw new InvalidPhone();
            return registration.register(
              registrationOf({ fields: withLastName(person.fields), phone: phoneCheckOf(number) }),
              password.reveal(),
            );
          }),
        },
      }),
    input: () => ({ persisted: null }),
  }),
] as const;
