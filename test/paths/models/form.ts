import { Redacted } from '../../../domain/text/redacted.ts';
import { formMachine } from '../../../machines/engine/form/form.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import type { MachineModel } from '../paths.ts';

const record = { id: 1, version: 1, text: 'a' };

export const form: MachineModel = {
  machine: formMachine('form', {
    changes: ['account'],
    labels: { password: 'Password' },
    validate: ({ password }) => (password ? {} : { password: 'Enter a password' }),
    doneText: 'Done',
    keeps: { name: '' },
    edits: { resource: 'records', fieldsOf: ({ text }: typeof record) => text },
  }),
  inputs: [{ isOpen: false }, { isOpen: true }],
  payloads: {
    'form.shown': [{}, { record }],
    'form.opened': [{ kept: { name: 'Asha' } }],
    'form.recordsLoaded': [{ records: [{ ...record, version: 2, text: 'b' }] }],
    'form.changed': [{ field: 'password' }, { field: 'name', value: 'Ravi' }],
    'form.submitted': [
      { entry: new Redacted({ password: 'secret' }), is: 'filled' },
      { entry: new Redacted({ password: '' }), is: 'empty' },
    ],
    'form.refused': [{ errors: { password: 'is weak' } }],
    'xstate.done.actor.send': [{}, { output: { name: 'RAVI' } }],
    'xstate.error.actor.send': [
      { error: new Failure('FETCH_ERROR') },
      { error: new Failure(403, 'wrong-password', '', { fields: { password: 'is not right' } }) },
    ],
  },
  key: ({ context }) => ({
    isShown: context.isShown,
    version: context.record?.version,
    expected: context.expected,
    isWrong: 'password' in context.errors,
    ...context.kept,
  }),
};
