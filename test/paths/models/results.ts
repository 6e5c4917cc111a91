import { resultsMachine } from '../../../machines/rooms/results/results.ts';
import { DATE } from '../../fixtures/booking.ts';
import type { MachineModel } from '../paths.ts';

const criteria = { date: DATE, headcount: 1, city: 'chennai', startSlot: 20 };
const withTime = { ...criteria, requestedRange: { start: 20, end: 24 } };

export const results: MachineModel = {
  machine: resultsMachine,
  inputs: [{ criteria: null }, { criteria: withTime }],
  payloads: {
    'results.requested': [{ criteria }, { criteria: withTime }, { criteria: null }],
    'xstate.done.actor.findRooms': [{ output: [{ roomId: 1, match: 'free' }] }],
    'xstate.error.actor.findRooms': [{ error: 'failed' }],
  },
  key: ({ context }) => ({ date: context.criteria?.date ?? null, found: context.found.length }),
  detail: ({ context }) => ({ hasFailed: context.failure !== null }),
};
