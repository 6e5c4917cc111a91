import { BOOKING_PATH, navigationMachine } from '../../../machines/navigation.ts';
import type { MachineModel } from '../paths.ts';

export const navigation: MachineModel = {
  machine: navigationMachine,
  payloads: {
    'navigation.go': [{ path: '/my-bookings' }],
    'navigation.arrived': [
      { path: '/meeting-room' },
      { path: BOOKING_PATH },
      { path: '/meeting-room', query: '?headcount=50' },
    ],
  },
  key: ({ context }) => ({ path: context.path }),
};
