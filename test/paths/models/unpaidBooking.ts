import { Failure } from '../../../machines/engine/failure.ts';
import { unpaidBookingMachine } from '../../../machines/checkout/unpaidBooking.ts';
import { selection } from '../../fixtures/booking.ts';
import type { MachineModel } from '../paths.ts';

export const unpaidBooking: MachineModel = {
  machine: unpaidBookingMachine,
  payloads: {
    'unpaidBooking.payPressed': [{ bookingId: 'booking-1' }],
    'unpaidBooking.givenUp': [{ bookingId: 'booking-1' }],
    'xstate.done.actor.findSelection': [{ output: selection }, { output: null }],
    'xstate.error.actor.findSelection': [{ error: new Failure('FETCH_ERROR') }],
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
