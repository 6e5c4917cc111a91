import { rootMachine } from '../../../machines/root.ts';
import { clock, DATE, room } from './world.ts';
import type { MachineModel } from '../paths.ts';

export const root: MachineModel = {
  machine: rootMachine,
  inputs: [{}, { rooms: { key: 'chennai', data: [room] } }].map((given) => ({
    clock,
    remembered: { search: null, checkout: null, registration: null, slots: {} },
    given,
  })),
  payloads: {
    'rooms.loaded': [{ rooms: [room] }],
    'search.applied': [{ criteria: { date: DATE, headcount: 1, city: 'chennai', startSlot: 16 } }],
    'slots.outdated': [{ roomId: 1 }, {}],
    'xstate.done.actor.*': [{ actorId: 'slots:1' }],
    'xstate.error.actor.*': [{ actorId: 'slots:1', error: 'failed' }],
  },
  key: ({ children }) => Object.keys(children).length,
};
