import { Failure } from '../../../machines/engine/failure.ts';
import { waitingListMachine } from '../../../machines/bookings/waitingList/waitingList.ts';
import { waitingListEntry } from '../../fixtures/waitingList.ts';
import type { MachineModel } from '../paths.ts';

const errors = [{ error: new Failure('FETCH_ERROR') }, { error: new Failure(410, 'link-over') }];

export const waitingList: MachineModel = {
  machine: waitingListMachine,
  payloads: {
    'waitingList.leavePressed': [{ id: waitingListEntry.id }],
    'waitingList.bookPressed': [{ entry: waitingListEntry }],
    'xstate.done.actor.load': [{ output: [waitingListEntry] }],
    'xstate.error.actor.load': errors,
    'xstate.error.actor.leave': errors,
  },
};
