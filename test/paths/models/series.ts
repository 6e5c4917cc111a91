import { Failure } from '../../../machines/engine/failure.ts';
import { type SeriesContext, seriesMachine } from '../../../machines/bookings/series/series.ts';
import { room } from '../../fixtures/booking.ts';
import { freeDate, repeatedSelection, takenDate } from '../../fixtures/series.ts';
import type { MachineModel } from '../paths.ts';

export const series: MachineModel = {
  machine: seriesMachine,
  payloads: {
    'series.opened': [{ selection: repeatedSelection }, { selection: { ...repeatedSelection, range: null } }],
    'series.intervalChosen': [{ every: 2 }],
    'series.countChosen': [{ count: 2 }],
    'series.dateReplaced': [{ date: takenDate.date, room, range: { start: 30, end: 32 } }],
    'series.dateRemoved': [{ date: takenDate.date }],
    'xstate.done.actor.loadDates': [{ output: [freeDate, takenDate] }],
    'xstate.done.actor.refreshDates': [{ output: [freeDate, takenDate] }],
    'xstate.error.actor.refreshDates': [{ error: new Failure('FETCH_ERROR') }],
    'xstate.error.actor.loadDates': [{ error: new Failure('FETCH_ERROR') }],
  },
  key: ({ context }) => ({
    dates: (context as SeriesContext).dates.map(({ state }) => state),
    failed: context.failure !== null,
  }),
};
