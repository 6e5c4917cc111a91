import { slotsMachine } from '../../../machines/rooms/slots/slots.ts';
import { clock, DATE, room, TODAY } from '../../fixtures/booking.ts';
import type { MachineModel } from '../paths.ts';

export const slots: MachineModel = {
  machine: slotsMachine,
  inputs: [{ clock, room }],
  payloads: {
    'slots.dateChosen': [
      { date: DATE },
      { date: TODAY },
      { date: DATE, requestedRange: { start: 20, end: 22 } },
      { date: DATE, requestedRange: { start: 18, end: 20 } },
    ],
    'slots.searchEdited': [{ isEdited: true }, { isEdited: false }],
    'slots.roomChanged': [{ room }],
    'slots.clicked': [{ slot: 18 }, { slot: 20 }],
    'slots.rangeChosen': [{ range: { start: 19, end: 21 } }, { range: { start: 18, end: 20 } }],
    'xstate.done.actor.loadTaken': [{ output: [18] }],
    'xstate.done.actor.refreshTaken': [{ output: [18] }, { output: [18, 20] }],
    'xstate.error.actor.loadTaken': [{ error: 'failed' }],
    'xstate.error.actor.refreshTaken': [{ error: 'failed' }],
  },
  // The checkout clears a room's selection when it is booked or lost, and marks all rooms as outdated at the same time.
  canHappen: (snapshot, { type, isEdited }) => {
    const hasNoDate = snapshot.matches({ day: 'noDate' });
    // The machine itself raises these.
    if (type === 'slots.takenLoaded' || type === 'slots.selected') return false;
    if (type === 'slots.cleared') return hasNoDate;
    if (type === 'slots.dayEnded') return !hasNoDate;
    if (type === 'slots.searchEdited')
      return !hasNoDate && isEdited !== snapshot.matches({ search: 'edited' });
    return true;
  },
  key: ({ context }) => ({
    selection: context.selection,
    taken: context.taken,
    isToday: context.date === TODAY,
    requestedRange: context.requestedRange,
  }),
  detail: ({ context }) => ({ hasFailed: context.failure !== null, missed: context.missed }),
};
