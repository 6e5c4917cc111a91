import { Failure } from '../../../machines/engine/failure.ts';
import { retryMachine } from '../../../machines/engine/retry.ts';
import type { MachineModel } from '../paths.ts';

export const retry: MachineModel = {
  machine: retryMachine,
  inputs: [{ bookingId: 'booking-1' }],
  payloads: {
    'xstate.done.actor.call': [{ output: { status: 'confirmed' } }],
    'xstate.error.actor.call': [
      { error: new Failure('FETCH_ERROR') },
      { error: new Failure(503, 'unavailable') },
      { error: new Failure(410, 'hold-over') },
    ],
  },
  mayFail: true,
  key: ({ context }) => ({ failures: context.failures }),
};
