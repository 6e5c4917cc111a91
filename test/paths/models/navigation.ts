import { BOOKING_PATH, navigationMachine } from '../../../machines/engine/navigation.ts';
import type { MachineModel } from '../paths.ts';

export const navigation: MachineModel = {
  machine: navigationMachine,
  payloads: {
    'navigation.go': [{ path: '/my-bookings' }],
    'navigation.searched': [{ query: '?date=2025-11-24&headcount=1&start=08%3A00', replaces: false }],
    'navigation.arrived': [
      { path: '/meeting-room' },
      { path: BOOKING_PATH },
      { path: '/meeting-room', query: '?headcount=50' },
    ],
  },
  key: ({ context }) => ({ path: context.path, query: context.query }),
};
