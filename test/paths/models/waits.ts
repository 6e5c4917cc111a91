import { Failure } from '../../../machines/engine/failure.ts';
import { waitsMachine } from '../../../machines/bookings/waitlist/waits.ts';
import { waitlistEntry } from '../../fixtures/waitlist.ts';
import type { MachineModel } from '../paths.ts';

const errors = [{ error: new Failure('FETCH_ERROR') }, { error: new Failure(410, 'link-over') }];

export const waits: MachineModel = {
  machine: waitsMachine,
  payloads: {
    'waits.leavePressed': [{ id: waitlistEntry.id }],
    'waits.bookPressed': [{ entry: waitlistEntry }],
    'xstate.done.actor.load': [{ output: [waitlistEntry] }],
    'xstate.error.actor.load': errors,
    'xstate.error.actor.leave': errors,
  },
};
