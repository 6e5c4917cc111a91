import { downloadMachine } from '../../../machines/engine/download.ts';
import type { MachineModel } from '../paths.ts';

export const download: MachineModel = {
  machine: downloadMachine,
  payloads: {
    'download.requested': [{ file: { kind: 'calendar', bookingId: 'booking-1', name: 'booking.ics' } }],
    'xstate.error.actor.save': [{ error: 'failed' }],
  },
};
