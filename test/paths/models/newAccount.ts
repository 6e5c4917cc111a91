import { Redacted } from '../../../domain/text/redacted.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { newAccountMachine } from '../../../machines/account/registration/newAccount.ts';
import type { MachineModel } from '../paths.ts';

const password = new Redacted('secret');

export const newAccount: MachineModel = {
  machine: newAccountMachine,
  payloads: {
    'newAccount.changed': [
      { field: 'name', value: 'Asha Raman' },
      { field: 'email', value: 'asha@example.com' },
      { field: 'phone', value: '98400 12345' },
    ],
    'newAccount.invoiceWanted': [{ isWanted: true }],
    'newAccount.submitted': [{ password, isPasswordFilled: true }],
    'xstate.done.actor.create': [
      { output: { kind: 'registered', session: null } },
      { output: { kind: 'invalidPhone' } },
    ],
    'xstate.error.actor.create': [
      { error: new Failure(409, 'email-taken', '', { fields: { email: 'has an account already' } }) },
    ],
  },
  key: ({ context }) => ({
    isShown: context.isShown,
    wantsInvoice: context.wantsInvoice,
    filled: Object.values(context.fields).filter((text) => text !== '').length,
  }),
};
