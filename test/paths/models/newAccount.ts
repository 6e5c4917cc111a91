import { Redacted } from '../../../domain/text/redacted.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { InvalidPhone, newAccountMachine } from '../../../machines/account/registration/newAccount.ts';
import type { MachineModel } from '../paths.ts';

export const newAccount: MachineModel = {
  machine: newAccountMachine,
  inputs: [{ persisted: null }],
  payloads: {
    'registration.changed': [
      { field: 'firstName', value: 'Asha Raman' },
      { field: 'email', value: 'asha@example.com' },
      { field: 'phone', value: '98400 12345' },
    ],
    'registration.passwordsTyped': [{ passwords: { isFilled: true, isConfirmed: true, areEqual: true } }],
    'registration.invoiceWanted': [{ isWanted: true }],
    'registration.submitted': [{ password: new Redacted('secret') }],
    'xstate.done.actor.register': [{ output: null }],
    'xstate.error.actor.register': [
      { error: new InvalidPhone() },
      { error: new Failure(409, 'email-taken', '', { fields: { email: 'has an account already' } }) },
    ],
  },
  key: ({ context }) => ({
    isShown: context.isShown,
    wantsInvoice: context.wantsInvoice,
    filled: ['firstName', 'email', 'phone'].filter((field) => context.fields[field] !== '').length,
    hasPassword: context.passwords.isFilled,
  }),
};
