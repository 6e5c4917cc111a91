import { Redacted } from '../../../domain/text/redacted.ts';
import { formMachine } from '../../../machines/engine/form.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import type { MachineModel } from '../paths.ts';

export const form: MachineModel = {
  machine: formMachine('form', {
    changes: ['account'],
    labels: { password: 'Password' },
    validate: ({ password }) => (password ? {} : { password: 'Enter a password' }),
    doneText: 'Done',
    keeps: { name: '' },
  }),
  inputs: [{ isOpen: false }, { isOpen: true }],
  payloads: {
    'form.opened': [{ kept: { name: 'Asha' } }],
    'form.changed': [{ field: 'password' }, { field: 'name', value: 'Ravi' }],
    'form.submitted': [
      { entry: new Redacted({ password: 'secret' }), is: 'filled' },
      { entry: new Redacted({ password: '' }), is: 'empty' },
    ],
    'xstate.done.actor.send': [{}, { output: { name: 'RAVI' } }],
    'xstate.error.actor.send': [
      { error: new Failure('FETCH_ERROR') },
      { error: new Failure(403, 'wrong-password', '', { fields: { password: 'is not right' } }) },
    ],
  },
  key: ({ context }) => ({
    isShown: context.isShown,
    isWrong: 'password' in context.errors,
    ...context.kept,
  }),
};
