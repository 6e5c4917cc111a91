import { Redacted } from '../../../domain/text/redacted.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { registrationMachine } from '../../../machines/account/registration/registration.ts';
import { emptyRegistration } from '../../../machines/account/registration/form.ts';
import type { MachineModel } from '../paths.ts';

const fields = {
  ...emptyRegistration,
  firstName: 'Asha',
  email: 'asha@example.com',
  phone: '98400 12345',
};
const number = '+919840012345';

export const registration: MachineModel = {
  machine: registrationMachine,
  inputs: [{ persisted: null }, { persisted: { fields, number } }],
  payloads: {
    'registration.shown': [{ step: 1 }, { step: 2 }],
    'registration.changed': [
      { field: 'firstName', value: fields.firstName },
      { field: 'email', value: fields.email },
      { field: 'phone', value: fields.phone },
      { field: 'companyName', value: 'Raman & Daughters' },
    ],
    'registration.passwordsTyped': [
      { passwords: { isFilled: true, isConfirmed: true, areEqual: true } },
      { passwords: { isFilled: true, isConfirmed: true, areEqual: false } },
    ],
    'registration.submitted': [{ password: new Redacted('secret') }],
    'xstate.done.actor.checkPhone': [{ output: number }, { output: null }],
    'xstate.error.actor.checkPhone': [{ error: new Failure('FETCH_ERROR') }],
    'xstate.done.actor.validatePhone': [{ output: number }, { output: null }],
    'xstate.error.actor.validatePhone': [{ error: new Failure('FETCH_ERROR') }],
    'registration.sent': [{ session: null }],
    'registration.refused': [
      { error: new Failure(429, 'too-many-requests', 'Please wait') },
      { error: new Failure(409, 'email-taken', '', { fields: { email: 'has an account already' } }) },
      {
        error: new Failure(400, 'bad-input', '', { fields: { email: 'is wrong', password: 'is too long' } }),
      },
    ],
  },
  key: ({ context }) => ({
    firstName: context.fields.firstName,
    email: context.fields.email,
    hasPhone: context.fields.phone !== '',
    phone: context.phone.kind,
    hasPassword: context.passwords.isFilled,
    areEqual: context.passwords.areEqual,
    isShown: context.isShown,
    wrong: ['email', 'password'].filter((field) => field in { ...context.summary?.errors }),
  }),
};
