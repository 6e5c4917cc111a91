import { enqueueActions, fromPromise } from 'xstate';
import { messages } from '../../../domain/text/messages.ts';
import { defineFlow } from '../../engine/flow.ts';
import { failureOf } from '../../engine/failure.ts';
import { type FormEntry, formMachine, type Rejection } from '../../engine/form/form.ts';
import { errorsOrFailure } from '../../engine/form/formErrors.ts';
import { sendToFlow } from '../../engine/system.ts';
import { missingPasswordError } from '../accountEntries.ts';
import type { LiveSession } from '../session/events.ts';
import {
  created,
  createdToast,
  creatingToast,
  failedToast,
  noToasts,
  type RegistrationEffects,
} from './creation.ts';
import {
  emailStatusOf,
  emptyRegistration,
  fieldLabels,
  personalSummary,
  phoneCheckOf,
  registrationOf,
  type RegistrationFields,
} from './form.ts';

/** The number is checked when the form is sent. */
class InvalidPhone extends Error {
  override readonly name = 'InvalidPhone';
}

const fieldsOf = (entry: FormEntry): RegistrationFields => ({ ...emptyRegistration, ...entry });

/** The first word of the name is the first name, the rest is the last name (spec 3). */
function withLastName(fields: RegistrationFields): RegistrationFields {
  const [firstName = '', ...otherNames] = fields.firstName.trim().split(/\s+/);
  return { ...fields, firstName, lastName: otherNames.join(' ') };
}

/** The server's errors of the last name are shown at the name. An address that has an account is also a failure. */
function explain(error: unknown): Rejection {
  if (error instanceof InvalidPhone) {
    return { errors: { phone: messages.registration.invalidPhone }, failure: null };
  }
  const { errors, failure } = errorsOrFailure(error, fieldLabels);
  const { firstName, lastName, ...otherErrors } = errors;
  const name = firstName ?? lastName;
  const cause = failureOf(error);
  return {
    errors: { ...(name && { firstName: name }), ...otherErrors },
    failure: emailStatusOf(cause) ? cause : failure,
  };
}

/**
 * Within a booking, which continues with the new user. One step: the whole name (`firstName`), and a password that is not typed
 * again. `wantsInvoice` is '' or 'yes': the visitor adds a company for the invoice before paying.
 */
const newAccountForm = formMachine<never, { session: LiveSession | null; wantsInvoice: string }>(
  'newAccount',
  {
    changes: [],
    labels: fieldLabels,
    keeps: { firstName: '', email: '', phone: '', wantsInvoice: '' },
    validate: (entry) => ({
      ...personalSummary(
        { fields: fieldsOf(entry), phone: { kind: 'unknown' } },
        {
          firstName: 'Enter your name',
          email: 'Enter your email address',
          phone: 'Enter your phone number',
        },
      ).errors,
      ...missingPasswordError(entry, 'password', 'Enter a password'),
    }),
    explain,
  },
).provide({
  actions: {
    handleSending: sendToFlow('notifier', creatingToast),
    handleFailure: sendToFlow('notifier', (_, { error }: { error: unknown }) =>
      error instanceof InvalidPhone ? noToasts : failedToast,
    ),
    proceed: enqueueActions(({ enqueue, context: { isShown } }, { output: { session, wantsInvoice } }) => {
      enqueue(sendToFlow('notifier', createdToast));
      enqueue(sendToFlow('session', created(session)));
      // The button shows the price to pay, so no second confirmation is needed.
      if (isShown && wantsInvoice === '') enqueue(sendToFlow('checkout', { type: 'checkout.confirmed' }));
    }),
  },
});

export const newAccountFlows = [
  defineFlow({
    id: 'newAccount',
    machine: newAccountForm,
    whenSessionEnds: 'cleared',
    needs: ['registration'],
    provide: (machine, { registration }: RegistrationEffects) =>
      machine.provide({
        actors: {
          send: fromPromise(async ({ input }) => {
            const { password = '', wantsInvoice = '', ...entry } = input.reveal();
            const fields = withLastName(fieldsOf(entry));
            const number = await registration.checkPhone(fields.phone, fields.country);
            if (number === null) throw new InvalidPhone();
            const person = { fields, phone: phoneCheckOf(number) };
            const session = await registration.register(registrationOf(person), password);
            return { session, wantsInvoice };
          }),
        },
      }),
    input: () => ({ isOpen: true }),
  }),
] as const;
