import { searchMachine } from '../../../machines/rooms/search/search.ts';
import { emptySearch } from '../../../machines/rooms/search/form.ts';
import { clock, DATE, TODAY, YESTERDAY } from '../../fixtures/booking.ts';
import type { MachineModel } from '../paths.ts';

const DAY_AFTER_DATE = '2025-11-25';

/** A clock that no server response has set yet. */
const unsyncedClock = { ...clock, isUnsynced: () => true };
const persisted = (date: string) => ({ ...emptySearch, date });

export const search: MachineModel = {
  machine: searchMachine,
  inputs: [
    { clock },
    { clock, persisted: persisted(DATE) },
    { clock: unsyncedClock, persisted: persisted(YESTERDAY) },
  ],
  payloads: {
    'search.changed': [
      { field: 'date', value: DATE },
      { field: 'date', value: '' },
    ],
    'search.headcountStepped': [{ by: 1 }, { by: -1 }],
    'search.dayChosen': [{ daysAhead: 1 }],
    'search.todayChecked': [{ today: TODAY }, { today: DAY_AFTER_DATE }, { today: null }],
    'search.arrived': [{ query: '?headcount=50' }, { query: '' }],
    'search.amenityToggled': [{ amenity: 'wifi' }],
    'search.sorted': [{ sort: 'price' }],
    'xstate.error.actor.setClock': [{ error: 'failed' }],
  },
  key: ({ context }) => ({ date: context.fields.date, shown: context.criteria?.date ?? null }),
};
