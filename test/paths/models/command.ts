import { commandMachine } from '../../../machines/engine/command.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { toast } from '../../../machines/engine/system.ts';
import type { MachineModel } from '../paths.ts';

export const command: MachineModel = {
  machine: commandMachine<string>('command', {
    changes: ['account'],
    doneToast: (input) => toast('success', `${input} is done`),
    isDoneAlready: ({ status }) => status === 404,
  }),
  payloads: {
    'command.sent': [{ input: 'It' }],
    'xstate.error.actor.send': [
      { error: new Failure('FETCH_ERROR') },
      { error: new Failure(404, 'not-found') },
    ],
  },
};
