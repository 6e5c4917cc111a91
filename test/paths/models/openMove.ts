import { Failure } from '../../../machines/engine/failure.ts';
import { openMoveMachine } from '../../../machines/bookings/openMove.ts';
import type { MachineModel } from '../paths.ts';

export const openMove: MachineModel = {
  machine: openMoveMachine,
  payloads: {
    'openMove.dropped': [{ moveId: 'move-1' }],
    'xstate.done.actor.release': [
      { output: { status: 'released' } },
      { output: { status: 'confirmed' } },
      { output: { status: 'pending', since: 0, until: 0 } },
    ],
    'xstate.error.actor.release': [
      { error: new Failure(410, 'hold-over') },
      { error: new Failure('FETCH_ERROR') },
    ],
  },
};
