import { emptySearch, searchMachine } from '../../../machines/search.ts';
import { clock, DATE } from './world.ts';
import type { MachineModel } from '../paths.ts';

export const search: MachineModel = {
  machine: searchMachine,
  inputs: [{ clock }, { clock, remembered: { ...emptySearch, date: DATE } }],
  payloads: {
    'search.changed': [
      { field: 'date', value: DATE },
      { field: 'date', value: '' },
    ],
  },
  key: ({ context }) => context.fields.date,
};
