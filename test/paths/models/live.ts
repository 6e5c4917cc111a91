import { liveMachine } from '../../../machines/rooms/live/live.ts';
import type { MachineModel } from '../paths.ts';
import { DATE } from '../../fixtures/booking.ts';

export const live: MachineModel = {
  machine: liveMachine,
  payloads: {
    'live.dateChosen': [{ date: DATE }, { date: '2025-11-25' }],
    'live.changed': [{ roomId: 1 }],
    'xstate.error.actor.watchSlots': [{ error: 'failed' }],
    'xstate.error.actor.watchActivity': [{ error: 'failed' }],
  },
  inputs: [{ date: null }, { date: DATE }],
  key: ({ context }) => ({
    date: context.date,
    hasGap: context.hasGap,
    losses: Math.min(context.losses, 1),
  }),
};
