import { Failure } from '../../../machines/engine/failure.ts';
import { pendingMoveMachine } from '../../../machines/bookings/pendingMove.ts';
import type { MachineModel } from '../paths.ts';

export const pendingMove: MachineModel = {
  machine: pendingMoveMachine,
  payloads: {
    'pendingMove.dropped': [{ moveId: 'move-1' }],
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
