import type { CancelTerms } from '../../../contract/booking.ts';
import { cancellationMachine } from '../../../machines/cancellation.ts';
import { Failure } from '../../../machines/failure.ts';
import type { MachineModel } from '../paths.ts';

const full: CancelTerms = {
  booking_id: 'booking-1',
  paid_with: 'card',
  refund: '885.00',
  percent: 100,
  free_until: '2025-11-22T04:30:00.000Z',
  terms: 'Everything comes back until 48 hours before the start.',
};
const half: CancelTerms = { ...full, refund: '442.50', percent: 50 };

const begun = { error: new Failure(409, 'already-begun') };
const unreachable = { error: new Failure('FETCH_ERROR') };

export const cancellation: MachineModel = {
  machine: cancellationMachine,
  payloads: {
    'cancellation.opened': [{ bookingId: 'booking-1' }],
    'xstate.done.actor.loadTerms': [{ output: full }],
    'xstate.error.actor.loadTerms': [begun, unreachable],
    'xstate.error.actor.cancel': [
      { error: new Failure(409, 'terms-changed', '', { terms: half }) },
      begun,
      unreachable,
    ],
  },
  key: ({ context }) => ({ changed: context.haveTermsChanged, failed: context.failure !== null }),
};
