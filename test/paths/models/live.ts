import { liveMachine } from '../../../machines/live.ts';
import type { MachineModel } from '../paths.ts';
import { DATE } from './world.ts';

export const live: MachineModel = {
  machine: liveMachine,
  payloads: {
    'live.dateChosen': [{ date: DATE }, { date: '2025-11-25' }],
    'live.changed': [{ roomId: 1 }],
  },
  key: ({ context }) => context.date,
};
