import { Failure } from '../../../machines/failure.ts';
import { waitsMachine } from '../../../machines/waits.ts';
import { waiting } from '../../fixtures/waitlist.ts';
import type { MachineModel } from '../paths.ts';

const errors = [{ error: new Failure('FETCH_ERROR') }, { error: new Failure(410, 'link-over') }];

export const waits: MachineModel = {
  machine: waitsMachine,
  payloads: {
    'waits.leavePressed': [{ id: waiting.id }],
    'waits.bookPressed': [{ entry: waiting }],
    'xstate.done.actor.load': [{ output: [waiting] }],
    'xstate.error.actor.load': errors,
    'xstate.error.actor.leave': errors,
  },
};
