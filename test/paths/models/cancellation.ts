import { cancellationMachine } from '../../../machines/bookings/cancellation.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { cancelTerms, halfRefundTerms } from '../../fixtures/bookingDetails.ts';
import type { MachineModel } from '../paths.ts';

const begun = { error: new Failure(409, 'already-begun') };
const unreachable = { error: new Failure('FETCH_ERROR') };

export const cancellation: MachineModel = {
  machine: cancellationMachine,
  payloads: {
    'cancellation.opened': [{ bookingId: 'booking-1' }],
    'xstate.done.actor.loadTerms': [{ output: cancelTerms }],
    'xstate.error.actor.loadTerms': [begun, unreachable],
    'xstate.error.actor.cancel': [
      { error: new Failure(409, 'terms-changed', '', { terms: halfRefundTerms }) },
      begun,
      unreachable,
    ],
  },
  key: ({ context }) => ({ changed: context.haveTermsChanged, failed: context.failure !== null }),
};
